import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractAll } from '@electron/asar';
import { buildApp } from '../../../main/package/build.ts';
import { electronVersion } from '../../../main/package/electron-dist.ts';
import { packDesktop } from '../../../main/package/pack.ts';
import { type Target, targetOf } from '../../../main/package/targets.ts';
import { makeElectronStandIn } from './electron-stand-in.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** This machine's system, for which everything is installed. */
export const HOST: Target = targetOf(`${process.platform}-${process.arch}`);

/** A packed appliance in its own folders. */
export interface Packed extends Disposable {
  /** For the test's own files. */
  folder: string;
  /** The input of the installers: the program beside its `resources`. */
  unpacked: string;
  resources: string;
  /** A second packing of the same sources, compiled and staged again. */
  again: string;
  /** Archive and unpacked files as one tree, as Electron presents them. */
  tree: string;
}

/**
 * Runs the real packing twice, without a network. Not every machine has Electron's own program, so a folder of its form
 * replaces it. Everything else in the package is real.
 */
export async function packTwice(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'custos-package-'));
  const electronDist = join(folder, 'electron');
  await makeElectronStandIn(electronDist, electronVersion(ROOT));
  const [unpacked, again] = [await packInto(join(folder, 'first')), await packInto(join(folder, 'second'))];
  const resources = join(unpacked, 'resources');
  const tree = join(folder, 'tree');
  extractAll(join(resources, 'app.asar'), tree);
  return {
    folder,
    unpacked,
    resources,
    again,
    tree,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };

  async function packInto(work: string): Promise<string> {
    const app = buildApp(ROOT, join(work, 'app')).folder;
    const [stage, output] = [join(work, 'stage'), join(work, 'out')];
    await packDesktop({ root: ROOT, target: HOST, electronDist, folderOnly: true, app, stage, output });
    return join(output, 'linux-unpacked');
  }
}
