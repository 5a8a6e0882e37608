import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile, syncFolderNow } from '../lib/durable.ts';
import { conflict } from '../lib/errors.ts';
import type { KeyPlace } from '../vault/move-master-key.ts';
import type { SettingName } from './config-settings.ts';

/** The settings that say where the master key is. */
const KEY_SETTINGS: readonly SettingName[] = [
  'master_key_file',
  'master_key_keystore',
  'passphrase',
  'passphrase_file',
];

/**
 * Writes the place of the master key to the configuration file and leaves the other settings unchanged. A passphrase is never written: the
 * environment says that one is needed. Throws `state_conflict`, and the file is unchanged. False: it is written, but may not survive a loss of power.
 */
export function rememberKeyPlace(configFile: string, place: KeyPlace): boolean {
  const change: Record<string, unknown> = Object.fromEntries(KEY_SETTINGS.map((name) => [name, null]));
  if (place.kind === 'file') change['master_key_file'] = place.path;
  if (place.kind === 'keystore') change['master_key_keystore'] = place.path;
  return changeConfigFile(configFile, change, 'The master key was not moved.').lasts;
}

/**
 * Changes settings in the configuration file and leaves the others unchanged; null removes one. Throws `state_conflict`, and the file is unchanged.
 * `lasts` false: it is written, but may not survive a loss of power.
 * @param otherwise what to say if the file cannot be changed: what did not happen, and what to do
 */
export function changeConfigFile(
  configFile: string,
  change: Readonly<Record<string, unknown>>,
  otherwise: string,
): { lasts: boolean; written: Record<string, unknown> } {
  try {
    const path = realPathOf(configFile);
    const found = readSettings(path);
    const all = Object.entries({ ...found, ...change });
    const written = Object.fromEntries(all.filter(([, value]) => value !== null));
    if (found === null && Object.keys(written).length === 0) return { lasts: true, written };
    return { lasts: replaceSettings(path, `${JSON.stringify(written, null, 2)}\n`), written };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const detail = `The configuration file ${configFile} cannot be changed (${code ?? 'it is not a JSON object'}). ${otherwise}`;
    throw conflict(detail, cause);
  }
}

/** Null: there is none. */
function readSettings(path: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Resolves a link, so the link stays. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** False if the name may be lost with the power, because the disk cannot be asked to keep it. */
function replaceSettings(path: string, content: string): boolean {
  replaceFile(path, [Buffer.from(content)], (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777);
  try {
    syncFolderNow(dirname(path));
    return true;
  } catch {
    return false;
  }
}
