import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError, type Engines } from '../../models/ports.ts';
import { WEIGHTS_DIR } from '../../models/runtime/weights.ts';
import type { BaseDeps } from '../audit/deps.ts';
import type { Backups } from '../backup/backups.ts';
import { folderFault } from '../backup/folder.ts';
import { transact } from '../db/transact.ts';
import { AppError, type ErrorItem } from '../lib/errors.ts';
import { oneAtATime } from '../lib/turns.ts';
import { addedLanguages } from '../updates/languages.ts';
import { fingerprintOf, trustedKeys } from '../updates/trusted-keys.ts';
import type { ChangeableConfig, Config } from './config.ts';
import { changeConfigFile } from './config-file.ts';
import { SETTINGS, type SettingName, variableOf } from './config-settings.ts';

/** The settings that can change while the appliance runs, each with its configuration value. */
export const CHANGEABLE = {
  backup_dir: 'backup',
  backup_keys_dir: 'backup',
  backup_interval_hours: 'backup',
  backup_keep: 'backup',
  lists_inbox: 'listsInbox',
  update_keys: 'updateKeys',
  webhook_allow: 'webhookAllow',
  languages: 'languages',
  second_factor: 'secondFactor',
} as const satisfies Partial<Record<SettingName, keyof ChangeableConfig>>;

export type ChangeableName = keyof typeof CHANGEABLE;
/** Null: back to the default. */
export type SettingsChange = { [N in ChangeableName]?: string | number | string[] | null };

const NAMES = Object.keys(CHANGEABLE) as ChangeableName[];
const HOUR_MS = 3600 * 1000;
/** Subfolders that the inbox creates. */
const INBOX_FOLDERS = ['done', 'failed'];
const UNCHANGED = 'Nothing was changed. Give this user write access to it, or set the environment variable instead.';

export interface SettingsState {
  values: ReturnType<typeof valuesOf>;
  /** The environment variable that sets a setting: it cannot be changed here. */
  fixedBy: { [N in ChangeableName]?: string };
  /** Languages whose data are installed. */
  languagesAvailable: string[];
}

export interface Settings {
  state(): SettingsState;
  /**
   * Writes settings to the configuration file; they take effect at once. Throws `invalid_request` with an item for each unusable value, and
   * `state_conflict` if the environment sets one or the file cannot be written: then nothing is changed.
   */
  change(change: SettingsChange, actor: string): Promise<SettingsState>;
  /** Called after each change. */
  onChange(listener: () => void): void;
}

export interface SettingsDeps extends Pick<BaseDeps, 'db' | 'audit'> {
  config: Config;
  engines: Pick<Engines, 'useLanguages'>;
  backups: Pick<Backups, 'keysMoved' | 'tick'>;
  /** Public keys of the currently trusted makers. */
  publicKeys: () => string[];
}

export function openSettings(deps: SettingsDeps): Settings {
  const { config, db, audit, engines, backups } = deps;
  const { source } = config;
  let written = source.values;
  const listeners: (() => void)[] = [];
  /** Changes run one after the other: each is checked against the result of the previous one. */
  const inTurn = oneAtATime();

  const useLanguages = async (languages: string[], updateKeys: string[]): Promise<void> => {
    try {
      await engines.useLanguages(languages, addedLanguages(config.dataDir, trustedKeys(updateKeys)));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw refused([item('languages', error.message)]);
    }
  };

  const apply = async (change: SettingsChange, actor: string): Promise<void> => {
    const names = NAMES.filter((name) => change[name] !== undefined);
    refuseFixed(source, names);
    const available = languagesAvailable(config.dataDir, deps.publicKeys());
    refuseFaults(names.flatMap((name) => faultsOf(config, name, change[name] ?? null, available)));
    const next = configWith(source, written, change);
    const others = names.includes('languages') && next.languages.join() !== config.languages.join();
    if (others) await useLanguages(next.languages, next.updateKeys);
    const formerKeys = config.backup.keysDir;
    try {
      transact(db, () => {
        audit.append({ actor, action: 'settings.changed', details: detailsOf(names, next) });
        written = changeConfigFile(source.file, change, UNCHANGED).written;
      });
    } catch (error) {
      if (others) await useLanguages(config.languages, config.updateKeys);
      throw error;
    }
    const fields = new Set(names.map((name) => CHANGEABLE[name]));
    for (const field of fields) Object.assign(config, { [field]: next[field] });
    if (formerKeys !== null && formerKeys !== config.backup.keysDir) await backups.keysMoved(formerKeys);
    if (fields.has('backup')) void backups.tick();
    for (const listener of listeners) listener();
  };

  const state = (): SettingsState => ({
    values: valuesOf(config),
    fixedBy: Object.fromEntries(
      NAMES.map((name) => [name, source.variableOf(name)]).filter(([, variable]) => variable !== null),
    ),
    languagesAvailable: languagesAvailable(config.dataDir, deps.publicKeys()),
  });

  return {
    state,
    change: (change, actor) => inTurn(() => apply(change, actor)).then(state),
    onChange: (listener) => void listeners.push(listener),
  };
}

function valuesOf({ backup, languages, listsInbox, secondFactor, updateKeys, webhookAllow }: Config) {
  return {
    backup_dir: backup.dir,
    backup_keys_dir: backup.keysDir,
    backup_interval_hours: backup.intervalMs / HOUR_MS,
    backup_keep: backup.kept,
    lists_inbox: listsInbox,
    update_keys: updateKeys,
    webhook_allow: webhookAllow,
    languages,
    second_factor: secondFactor,
  };
}

function refuseFixed(source: Config['source'], names: readonly ChangeableName[]): void {
  const fixed = names.flatMap((name) => {
    const variable = source.variableOf(name);
    return variable === null
      ? []
      : [
          item(
            name,
            `is set by the environment variable ${variable}; unset the variable to change the setting here`,
            'setting_fixed',
          ),
        ];
  });
  if (fixed.length === 0) return;
  throw new AppError('state_conflict', {
    detail: 'Environment variables set some of these settings. See errors.',
    items: fixed,
  });
}

/** Returns what is wrong with a value, by the same schema that a start uses. */
function faultsOf(
  config: Config,
  name: ChangeableName,
  value: string | number | string[] | null,
  available: readonly string[],
): ErrorItem[] {
  if (value === null) return [];
  const { schema, must } = SETTINGS[name];
  if (!schema.safeParse(value).success) return [item(name, `must be ${must}`)];
  if (name === 'languages') {
    const missing = (value as string[]).filter((code) => !available.includes(code));
    return missing.map((code) =>
      item(
        name,
        `has "${code}", but this appliance has no data for that language; use one of: ${available.join(', ')}`,
      ),
    );
  }
  if (typeof value !== 'string') return [];
  const fault = folderFault(value.trim(), {
    dataDir: config.dataDir,
    mayHold: name === 'lists_inbox' && value.trim() !== config.listsInbox ? INBOX_FOLDERS : null,
  });
  return fault === null ? [] : [item(name, fault)];
}

/** Throws `invalid_request` if the settings contradict each other. */
function configWith(source: Config['source'], written: Record<string, unknown>, change: SettingsChange): Config {
  try {
    const all = Object.entries({ ...written, ...change });
    return source.with(Object.fromEntries(all.filter(([, value]) => value !== null)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [name = 'backup_dir'] = NAMES.filter((one) => error.message.startsWith(variableOf(one)));
    throw refused([
      item(name, error.message.replaceAll(/CUSTOS_[A-Z_]+/g, (variable) => nameOf(variable)).replace(/^\S+ /, '')),
    ]);
  }
}

const nameOf = (variable: string): string => NAMES.find((name) => variableOf(name) === variable) ?? variable;

/** The audit log records trusted keys and allowed destinations, but no paths, which may contain a person's name. */
function detailsOf(names: readonly ChangeableName[], next: Config): Record<string, string> {
  return {
    settings: names.join(' '),
    ...(names.includes('update_keys') && { update_keys: next.updateKeys.map(fingerprintOf).join(' ') }),
    ...(names.includes('webhook_allow') && { webhook_allow: next.webhookAllow.join(' ') }),
    ...(names.includes('second_factor') && { second_factor: next.secondFactor.join(' ') }),
    ...(names.includes('languages') && { languages: next.languages.join(' ') }),
  };
}

/** Returns tesseract codes, sorted. */
function languagesAvailable(dataDir: string, publicKeys: readonly string[]): string[] {
  const shipped = readdirSync(join(WEIGHTS_DIR, 'text')).flatMap(
    (file) => /^([a-z_]+)\.traineddata/.exec(file)?.[1] ?? [],
  );
  return [...new Set([...shipped, ...addedLanguages(dataDir, publicKeys).map(({ code }) => code)])].sort();
}

const item = (field: ChangeableName, fault: string, code = 'invalid_value'): ErrorItem => ({
  code,
  message: `${field} ${fault.replace(/\.$/, '')}.`,
  field,
});

const refused = (items: ErrorItem[]): AppError =>
  new AppError('invalid_request', { detail: 'Some settings cannot be used. See errors.', items });

function refuseFaults(items: ErrorItem[]): void {
  if (items.length > 0) throw refused(items);
}
