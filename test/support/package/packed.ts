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
/** The system that this runs on, for which everything is installed. */
export const HOST: Target = targetOf(`${process.platform}-${process.arch}`);

/** An appliance packed in folders of its own. */
export interface Packed extends Disposable {
  /** For whatever the test writes. */
  folder: string;
  /** What installers are made of: the program beside its `resources`. */
  unpacked: string;
  resources: string;
  /** A second packing of the same sources, compiled and staged anew. */
  again: string;
  /** Archive and unpacked files laid out as one tree, as Electron shows them. */
  tree: string;
}

/**
 * Runs the real packing, twice, without a network: Electron's own program is not on every machine, so a folder of its form stands
 * in for it. Everything else in the package is real.
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
