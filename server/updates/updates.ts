import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BaseDeps } from '../audit/deps.ts';
import { transact } from '../db/transact.ts';
import { atEnd } from '../lib/at-end.ts';
import { AppError } from '../lib/errors.ts';
import type { ImportResult } from '../screening/import/import-all.ts';
import type { Lists, PackOptions } from '../screening/lists.ts';
import { CHOSEN, readResult, UPDATES, type UpdateResult, writeResult } from './journal.ts';
import { type AddedLanguage, addedLanguages, addLanguages, refuseOlderLanguages } from './languages.ts';
import { type Installer, type InstallerKind, installerEntry, listEntry } from './manifest.ts';
import { type Here, planProgram } from './plan.ts';
import { type OpenPack, openPack } from './read-pack.ts';
import { writeFile } from './unpack.ts';

/** An installer of the desktop app, verified and unpacked, for the shell. */
export interface InstallerOrder {
  path: string;
  kind: InstallerKind;
  version: string;
}

/** The desktop app provides it: begins the installation, and says what happens now or what to do. Throws `update_failed`. */
export type HandOver = (order: InstallerOrder) => Promise<string>;

export interface UpdatesDeps extends Pick<BaseDeps, 'db' | 'clock' | 'audit' | 'dataDir'> {
  lists: Pick<Lists, 'importVerified'>;
  /** The keys of trusted publishers, base64, as of now. */
  publicKeys: () => readonly string[];
  here: Here;
  handOver: HandOver | null;
}

/** What a running appliance does with update packs. */
export interface Updates {
  here: Here;
  publicKeys: () => readonly string[];
  /** Verifies all of a package; see `openPack`. */
  open(path: string): Promise<OpenPack>;
  /**
   * Takes over the lists and languages of a verified package: the lists in one transaction, the languages for the next
   * start. Throws `list_invalid`, `queue_full`, and `update_invalid` if a newer package brought a language.
   */
  take(
    pack: OpenPack,
    parts: { lists: boolean; languages: boolean },
    options: PackOptions,
    actor: string,
  ): Promise<{ lists: ImportResult[]; languages: string[] }>;
  /** Unpacks the installer for this machine and passes it to the desktop app. Returns the app's answer. Throws `update_invalid`, `update_failed`. */
  handOver(pack: OpenPack, actor: string): Promise<string>;
  languages(): AddedLanguage[];
  /** How the last update of the program ended; null: there was none. */
  result(): UpdateResult | null;
  /** Records in the audit log how an update ended, if no start has recorded it yet. */
  noteResult(): void;
}

/** The folder that keeps an installer until the next one. */
const INSTALLER = 'installer';

export function openUpdates(deps: UpdatesDeps): Updates {
  const { db, clock, audit, lists, dataDir, publicKeys, here } = deps;
  return {
    here,
    publicKeys,
    open: (path) => openPack(path, { publicKeys: publicKeys(), nowMs: clock.now() }),
    async take(pack, parts, options, actor) {
      const { manifest } = pack;
      if (parts.languages) refuseOlderLanguages(dataDir, manifest, publicKeys());
      const isWanted = parts.lists && manifest.lists.length > 0;
      const imported = isWanted ? await importLists(dataDir, pack, lists, options, actor) : [];
      const languages = parts.languages ? await addLanguages(dataDir, pack) : [];
      const details = { lists: imported.length, languages: languages.join(' ') };
      transact(db, () => audit.append({ actor, action: 'update.taken', subjectId: manifest.id, details }));
      return { lists: imported, languages };
    },
    handOver: (pack, actor) => handOver(deps, pack, actor),
    languages: () => addedLanguages(dataDir, publicKeys()),
    result: () => readResult(dataDir),
    noteResult() {
      const result = readResult(dataDir);
      if (result === null || result.noted) return;
      const { id, from, to, outcome } = result;
      const action = outcome === 'applied' ? 'update.applied' : 'update.failed';
      transact(db, () => audit.append({ actor: 'cli', action, subjectId: id, details: { from, to } }));
      // The package is no longer needed.
      if (outcome === 'applied') rmSync(join(dataDir, UPDATES, CHOSEN), { recursive: true, force: true });
      writeResult(dataDir, { ...result, noted: true });
    },
  };
}

async function handOver(
  { db, audit, dataDir, here, ...deps }: UpdatesDeps,
  pack: OpenPack,
  actor: string,
): Promise<string> {
  const { program, id } = pack.manifest;
  const plan = program && planProgram(program, here);
  if (!program || plan?.way !== 'installer' || deps.handOver === null) {
    throw new AppError('update_failed', 'This package contains no program that the desktop app can install.');
  }
  const installer = pickInstaller(plan.installers, process.env);
  const folder = join(dataDir, UPDATES, INSTALLER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, installer.file.name);
  const { size, sha256 } = installer.file;
  await writeFile(pack, { entry: installerEntry(installer), size, sha256 }, path, '755');
  const details = { from: here.version, to: program.version.to };
  transact(db, () => audit.append({ actor, action: 'update.handed_over', subjectId: id, details }));
  return deps.handOver({ path, kind: installer.kind, version: program.version.to });
}

/** On Linux an AppImage updates an AppImage, and a distribution package updates a distribution package. */
export function pickInstaller(installers: readonly Installer[], env: NodeJS.ProcessEnv): Installer {
  const wanted: InstallerKind = env['APPIMAGE'] ? 'appimage' : 'deb';
  const [first] = installers;
  const found = installers.find(({ kind }) => kind === wanted) ?? first;
  if (found === undefined)
    throw new AppError(
      'update_failed',
      'The package contains no installer for this machine. Ask its publisher for one.',
    );
  return found;
}

/** Imports the lists of a verified package: all of them come into force in one transaction, or none. Throws `list_invalid`, `queue_full`. */
async function importLists(
  dataDir: string,
  pack: OpenPack,
  lists: Pick<Lists, 'importVerified'>,
  options: PackOptions,
  actor: string,
): Promise<ImportResult[]> {
  const work = join(dataDir, UPDATES, `lists-${pack.manifest.id}`);
  rmSync(work, { recursive: true, force: true });
  using _work = atEnd(() => rmSync(work, { recursive: true, force: true }));
  const unpacked = [];
  for (const { code, name, published_at: publishedAt, files } of pack.manifest.lists) {
    mkdirSync(join(work, code), { recursive: true, mode: 0o700 });
    const paths: string[] = [];
    for (const file of files) {
      const path = join(work, code, file.name);
      await writeFile(pack, { entry: listEntry(code, file.name), size: file.size, sha256: file.sha256 }, path, '644');
      paths.push(path);
    }
    unpacked.push({ code, name, publishedAt, paths });
  }
  return await lists.importVerified(
    { createdAtMs: Date.parse(pack.manifest.made_at), lists: unpacked },
    options,
    actor,
  );
}
