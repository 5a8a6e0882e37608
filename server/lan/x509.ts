/**
 * The library is loaded when a certificate is made, and not at each start. Its container of classes refuses to load without
 * `reflect-metadata`, which it leaves to its users to bring.
 */
export async function loadX509(): Promise<typeof import('@peculiar/x509')> {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}
