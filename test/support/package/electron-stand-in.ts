import { appendFileSync, chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { SENTINEL } from '@electron/fuses/dist/constants.js';

/** The fuse wire of a fresh Electron: version 1, eight fuses, as Electron sets them. */
const WIRE = Buffer.from([1, 8, ...Buffer.from('10110001')]);
/** Chromium's own texts, one file per language. */
const LOCALES = ['de', 'en-GB', 'en-US', 'fr', 'pt-BR'];

/**
 * Makes a folder with the form of Electron's own for Linux. Its program is this Node with a fuse wire at the end,
 * because not every machine can fetch Electron. Everything else that is packed with it is real.
 *
 * @param folder where to write
 * @param version of Electron
 */
export async function makeElectronStandIn(folder: string, version: string): Promise<void> {
  const program = join(folder, 'electron');
  mkdirSync(join(folder, 'resources'), { recursive: true });
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  appendFileSync(program, Buffer.concat([Buffer.from(SENTINEL), WIRE]));
  const app = `${folder}-default-app`;
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, 'package.json'), '{"main":"main.js"}');
  await createPackage(app, join(folder, 'resources', 'default_app.asar'));
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'resources.pak']) writeFileSync(join(folder, name), name);
  mkdirSync(join(folder, 'locales'));
  for (const name of LOCALES) writeFileSync(join(folder, 'locales', `${name}.pak`), name);
}
