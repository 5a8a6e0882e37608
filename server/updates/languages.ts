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

/** In the data folder: one folder a language and pack, with its data and what was signed of it. */
const LANGUAGES = 'languages';
const UNFINISHED = '.incoming';
/** The language and the pack, so that a newer one stands beside the older before that goes. */
const CODE = /^([a-z][a-z_]{2,15})-upd_[0-9a-z]{26}$/;

/** Language data that an update pack brought, known by what its maker signed. */
export interface AddedLanguage {
  /** Tesseract's code. */
  code: string;
  path: string;
  /** Hexadecimal. */
  sha256: string;
  /** Of the pack, ISO 8601. */
  madeAt: string;
}

type LanguagePart = UpdateManifest['languages'][number];

/**
 * The languages that were added, as far as a trusted key signed them: what stands beside their data is verified at each start, and the data
 * itself by the engine that loads it. One that nobody trusted signed is passed over, and the engine says that it is missing.
 */
export function addedLanguages(dataDir: string, publicKeys: readonly string[]): AddedLanguage[] {
  const folder = join(dataDir, LANGUAGES);
  if (!existsSync(folder)) return [];
  const found = new Map<string, AddedLanguage>();
  for (const name of readdirSync(folder)) {
    const added = readAdded(folder, name, publicKeys);
    // The older one of two was about to be removed.
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

/** Throws `update_invalid` (`pack_older`) where a newer pack has brought one of them. */
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
 * Lays the languages of a verified pack down, each whole or not at all. They are loaded by the next start, where `CUSTOS_LANGUAGES` names
 * them. Returns their codes.
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
