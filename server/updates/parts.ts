import { createHash } from 'node:crypto';
import { createReadStream, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { inspectListFile } from '../datasets/inspect.ts';
import { nameDataset } from '../datasets/naming.ts';
import { AppError } from '../lib/errors.ts';
import { recogniseFormat } from '../screening/import/recognise.ts';
import { currentVersion, versionFolder } from './home.ts';
import {
  ARCHES,
  type Installer,
  type InstallerKind,
  installerEntry,
  languageEntry,
  listEntry,
  PLATFORMS,
  type ProgramTree,
  treeEntry,
  type UpdateManifest,
} from './manifest.ts';

/** The source path of each file of a package, by its name in the package. */
export type Sources = Map<string, string>;

/** What a headless tree states about itself. */
const TREE_MANIFEST = 'manifest.json';

const treeSchema = z.object({
  format: z.literal('custos-tree'),
  format_version: z.literal(1),
  version: z.string(),
  platform: z.enum(PLATFORMS),
  arch: z.enum(ARCHES),
  files: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string(), mode: z.enum(['644', '755']) })),
});

/**
 * Describes a headless tree: the folder of one version, or the installation in which it is in force. The files must
 * match the tree's own manifest. Throws `invalid_request`.
 */
export async function describeTree(folder: string, sources: Sources): Promise<{ version: string; tree: ProgramTree }> {
  const own = existsSync(join(folder, TREE_MANIFEST)) ? folder : versionFolder(folder, currentVersion(folder) ?? '');
  const said = readTreeManifest(own);
  const { platform, arch, version } = said;
  const manifestFile = { path: TREE_MANIFEST, mode: '644' as const, ...(await measure(join(own, TREE_MANIFEST))) };
  const tree: ProgramTree = { platform, arch, files: [...said.files, manifestFile] };
  const known = new Set(tree.files.map(({ path }) => path));
  for (const path of filesUnder(own)) {
    if (!known.has(path)) throw unfit(join(own, path), 'is not in the manifest of its program');
  }
  for (const file of tree.files) {
    const path = join(own, ...file.path.split('/'));
    const found = await measure(path);
    if (found.sha256 !== file.sha256) throw unfit(path, 'does not match the manifest of its program');
    sources.set(treeEntry(tree, file.path), path);
  }
  return { version, tree };
}

function readTreeManifest(folder: string): z.output<typeof treeSchema> {
  try {
    return treeSchema.parse(JSON.parse(readFileSync(join(folder, TREE_MANIFEST), 'utf8')));
  } catch (cause) {
    throw unfit(folder, `contains no headless program with a ${TREE_MANIFEST}`, cause);
  }
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const found = lstatSync(join(folder, name));
    if (found.isDirectory()) return [];
    if (!found.isFile()) throw unfit(join(folder, name), 'is a link or not a regular file');
    return [name.replaceAll('\\', '/')];
  });
}

/** The endings of the file names from electron-builder. */
const INSTALLER_FILES: readonly { ending: string; kind: InstallerKind; platform: Installer['platform'] }[] = [
  { ending: '.AppImage', kind: 'appimage', platform: 'linux' },
  { ending: '.deb', kind: 'deb', platform: 'linux' },
  { ending: '.exe', kind: 'nsis', platform: 'win32' },
  { ending: '.dmg', kind: 'dmg', platform: 'darwin' },
];

/** Describes an installer of the desktop app. Its kind and platform follow from its name, as electron-builder sets it. Throws `invalid_request`. */
export async function describeInstaller(
  path: string,
  sources: Sources,
): Promise<{ version: string | null; installer: Installer }> {
  const name = basename(path);
  const form = INSTALLER_FILES.find(({ ending }) => name.endsWith(ending));
  if (!form) throw unfit(path, 'is not an .AppImage, .deb, .exe or .dmg file');
  const { kind, platform } = form;
  const arch = /arm64|aarch64/.test(name) ? 'arm64' : 'x64';
  const installer: Installer = { platform, arch, kind, file: { name, ...(await measure(path)) } };
  sources.set(installerEntry(installer), path);
  return { version: /\d+\.\d+\.\d+/.exec(name)?.[0] ?? null, installer };
}

/** Describes a watchlist of one or more files, named as an import would name it. Throws `list_invalid`. */
export async function describeList(
  list: { paths: readonly string[]; code?: string },
  sources: Sources,
): Promise<UpdateManifest['lists'][number]> {
  const inspected = await Promise.all(list.paths.map(inspectListFile));
  const { code, name } = nameDataset(list, recogniseFormat(inspected).list, inspected);
  const files = [];
  for (const [index, path] of list.paths.entries()) {
    const file = `${index + 1}-${basename(path)
      .replace(/[^A-Za-z0-9._-]/g, '_')
      .slice(-90)}`;
    files.push({ name: file, ...(await measure(path)) });
    sources.set(listEntry(code, file), path);
  }
  return { code, name, published_at: null, files };
}

/** Describes language data of Tesseract, `eng.traineddata` or `eng.traineddata.gz`. Throws `invalid_request`. */
export async function describeLanguage(path: string, sources: Sources): Promise<UpdateManifest['languages'][number]> {
  const name = basename(path);
  const code = /^([a-z][a-z_]{2,15})\.traineddata(?:\.gz)?$/.exec(name)?.[1];
  if (code === undefined) throw unfit(path, 'does not have a language data name, such as eng.traineddata.gz');
  sources.set(languageEntry(name), path);
  return { code, file: { name, ...(await measure(path)) } };
}

async function measure(path: string): Promise<{ size: number; sha256: string }> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return { size: statSync(path).size, sha256: hash.digest('hex') };
  } catch (cause) {
    throw unfit(path, 'cannot be read', cause);
  }
}

const unfit = (path: string, why: string, cause?: unknown): AppError =>
  new AppError('invalid_request', `${path} ${why}. Choose another file.`, cause);
