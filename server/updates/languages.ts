import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderNow, writeDurably } from '../lib/durable.ts';
import {
  languageEntry,
  MANIFEST_NAME,
  packFault,
  parseManifest,
  SIGNATURE_NAME,
  type UpdateManifest,
} from './manifest.ts';
import { type OpenPack, signerOf } from './read-pack.ts';
import { writeFile } from './unpack.ts';

/** In the data folder: one folder per language and package, with its data and the signed manifest. */
const LANGUAGES = 'languages';
const UNFINISHED = '.incoming';
/** The language and the package, so a newer folder can exist next to the older one before that is removed. */
const CODE = /^([a-z][a-z_]{2,15})-upd_[0-9a-z]{26}$/;

/** Language data from an update package, identified by what its maker signed. */
export interface AddedLanguage {
  /** Tesseract's code. */
  code: string;
  path: string;
  /** Hexadecimal. */
  sha256: string;
  /** The package's time, ISO 8601. */
  madeAt: string;
}

type LanguagePart = UpdateManifest['languages'][number];

/**
 * Returns the added languages that a trusted key signed. Each start verifies the manifest next to the data; the engine that loads the data verifies
 * the data. A language without a trusted signature is skipped, and the engine reports it as missing.
 */
export function addedLanguages(dataDir: string, publicKeys: readonly string[]): AddedLanguage[] {
  const folder = join(dataDir, LANGUAGES);
  if (!existsSync(folder)) return [];
  const found = new Map<string, AddedLanguage>();
  for (const name of readdirSync(folder)) {
    const added = readAdded(folder, name, publicKeys);
    // Of two, the older one was about to be removed.
    if (added && (found.get(added.code)?.madeAt ?? '') <= added.madeAt) found.set(added.code, added);
  }
  return [...found.values()];
}

function readAdded(folder: string, name: string, publicKeys: readonly string[]): AddedLanguage | null {
  const code = CODE.exec(name)?.[1];
  if (code === undefined) return null;
  try {
    const manifest = readFileSync(join(folder, name, MANIFEST_NAME));
    signerOf({ manifest, signature: readFileSync(join(folder, name, SIGNATURE_NAME)) }, publicKeys);
    const { languages, made_at: madeAt } = parseManifest(manifest);
    const part = languages.find((language) => language.code === code);
    return part ? { code, path: join(folder, name, part.file.name), sha256: part.file.sha256, madeAt } : null;
  } catch {
    return null;
  }
}

/** Throws `update_invalid` (`pack_older`) if a newer package has brought one of them. */
export function refuseOlderLanguages(dataDir: string, manifest: UpdateManifest, publicKeys: readonly string[]): void {
  const there = new Map(addedLanguages(dataDir, publicKeys).map((language) => [language.code, language]));
  for (const { code } of manifest.languages) {
    const newer = there.get(code);
    if (newer === undefined || newer.madeAt <= manifest.made_at) continue;
    throw packFault(
      'pack_older',
      `it is older than the last applied package with the language ${code} (${newer.madeAt})`,
    );
  }
}

/**
 * Stores the languages of a verified package, each one whole or not at all. The next start loads them, if
 * `CUSTOS_LANGUAGES` names them. Returns their codes.
 */
export async function addLanguages(dataDir: string, pack: OpenPack): Promise<string[]> {
  const folder = join(dataDir, LANGUAGES);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const part of pack.manifest.languages) await addLanguage(folder, pack, part);
  return pack.manifest.languages.map(({ code }) => code);
}

async function addLanguage(folder: string, pack: OpenPack, { code, file }: LanguagePart): Promise<void> {
  const [made, name] = [join(folder, `${UNFINISHED}-${code}`), `${code}-${pack.manifest.id}`];
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { mode: 0o700 });
  const { size, sha256 } = file;
  await writeFile(pack, { entry: languageEntry(file.name), size, sha256 }, join(made, file.name), '644');
  writeDurably(join(made, MANIFEST_NAME), pack.signed.manifest);
  writeDurably(join(made, SIGNATURE_NAME), pack.signed.signature);
  rmSync(join(folder, name), { recursive: true, force: true });
  renameSync(made, join(folder, name));
  syncFolderNow(folder);
  for (const other of readdirSync(folder)) {
    if (other !== name && CODE.exec(other)?.[1] === code) rmSync(join(folder, other), { recursive: true, force: true });
  }
}
