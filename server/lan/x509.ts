/**
 * The library is loaded when a certificate is made, and not at each start. Its container of classes refuses to load without the
 * functions of a proposal for metadata of constructors (reflect-metadata). Its classes have no constructor arguments, so that the
 * right answer to all of them is that there is none.
 */
export async function loadX509(): Promise<typeof import('@peculiar/x509')> {
  if (!('getMetadata' in Reflect)) {
    const none = (): undefined => undefined;
    Object.assign(Reflect, { getMetadata: none, getOwnMetadata: none, defineMetadata: none });
  }
  return import('@peculiar/x509');
}
