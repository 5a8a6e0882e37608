import { availableParallelism, homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { FaceNetsChoice } from '../../models/face/nets.ts';
import { type RiskTables, readRiskTables } from '../checks/kyb/risk-tables.ts';
import { AppError } from '../lib/errors.ts';
import type { Role } from '../vocabulary/roles.ts';
import { SETTING_DEFAULTS, SETTINGS, type SettingName, type SettingValues, variableOf } from './config-settings.ts';
import { workersFor } from './config-workers.ts';

/** Where the master key comes from. */
export type MasterKeySource =
  | { kind: 'file'; path: string }
  | { kind: 'passphrase'; passphrase: string }
  /** Null: the system's keystore has not opened it yet. Only the desktop shell can reach the keystore. */
  | { kind: 'keystore'; path: string; key: Buffer | null };

/** The settings that can change while the appliance runs (`settings.ts`). Read them when needed and never keep a copy. */
export interface ChangeableConfig {
  /** tesseract language codes. */
  languages: string[];
  /** Lists and packs in this folder are imported automatically; null: no such folder. */
  listsInbox: string | null;
  /** Base64 public keys of trusted makers of update packages, in addition to the keys built into the program. */
  updateKeys: string[];
  /** Allowed webhook destinations: rules of `readAllowRule`, and `local`. */
  webhookAllow: string[];
  /** Roles whose operators must have a second factor. */
  secondFactor: Role[];
  /** Backups: the folders for them and, separately, for their keys (null: none), how often, how many are kept, and whether registers are included. */
  backup: { dir: string | null; keysDir: string | null; intervalMs: number; kept: number; registers: boolean };
}

/** Where the settings come from, apart from the defaults. */
export interface ConfigSource {
  /** The configuration file in use; it may be missing. */
  file: string;
  /** Its content. */
  values: Record<string, unknown>;
  /** Returns the environment variable that sets this setting and overrides the file; null if there is none. */
  variableOf(name: SettingName): string | null;
  /** Returns the same configuration with other values in the file. Throws `invalid_configuration`. */
  with(values: Record<string, unknown>): Config;
}

export interface Config extends ChangeableConfig {
  /** The folder for all stored data, except the master key. */
  dataDir: string;
  host: string;
  /** 0: any free port. */
  port: number;
  /** A first key given from outside; null: the first start creates one. */
  apiKey: string | null;
  /** Whether a start creates a first key and a code for the first administrator automatically, and prints them. */
  showSecrets: boolean;
  /** Accepted Host header names, in addition to the loopback names and `host`; without ports. */
  allowedHosts: string[];
  /** Worker threads of each engine. */
  workers: { text: number; face: number; image: number; pdf: number };
  /** What the face engine's models run on; `auto`: the fastest that returns the correct result on this machine. */
  backend: 'auto' | 'gpu' | 'native' | 'wasm';
  /** The models for face recognition. */
  faceNets: FaceNetsChoice;
  /** Number of verifications processed in parallel. */
  concurrency: number;
  queueLengthMax: number;
  requestsPerMinute: number;
  createsPerMinute: number;
  screeningsPerMinute: number;
  /** Whether face templates are stored and searched for duplicates. */
  duplicateFaces: boolean;
  /** How long records and face templates are kept, in months. */
  retentionMonths: number;
  biometricsMonths: number;
  /** Whether what is due is erased once a day. */
  purgeDaily: boolean;
  /** The only folder from which API keys may import files. */
  listsDir: string;
  /** Base64 public keys of trusted publishers of packs. */
  packKeys: string[];
  /** The operator's own risk tables; null: the built-in tables. */
  riskTables: RiskTables | null;
  masterKey: MasterKeySource;
  /** Whether a setting says where the master key is. */
  masterKeyPlaced: boolean;
  /** The file of a key that the system's keystore has sealed, next to where a key file would be. */
  keystoreFile: string;
  /** The data folder's configuration file, which may be missing; and the variable because of which it cannot say where the master key is. */
  configFile: string;
  masterKeyFixedBy: FixingVariable | null;
  source: ConfigSource;
}

/** Environment variables that override what the data folder's configuration file says about the master key. */
const FIXING_VARIABLES = [
  'CUSTOS_MASTER_KEY_FILE',
  'CUSTOS_MASTER_KEY_KEYSTORE',
  'CUSTOS_PASSPHRASE',
  'CUSTOS_PASSPHRASE_FILE',
  'CUSTOS_CONFIG',
] as const;
export type FixingVariable = (typeof FIXING_VARIABLES)[number];

export interface HostFacts {
  platform: NodeJS.Platform;
  homeDir: string;
  /** Whether the output goes to the system's log, which others can read. False by default. */
  outputIsLogged?: boolean;
  /** Processor cores that this process may use; 2 by default. */
  cores?: number;
}

const HOUR_MS = 3600 * 1000;
const CORES_DEFAULT = 2;

type Env = Record<string, string | undefined>;
/** Returns the text of a file, or null if there is none. */
export type ReadFile = (path: string) => string | null;

/**
 * Loads the settings: first the environment, then the JSON file `CUSTOS_CONFIG` (or `custos.json` in the data folder), then the defaults. An empty
 * environment variable counts as not set. Throws `invalid_configuration` naming the setting and what it must be; it never shows a value.
 */
export function loadConfig(
  env: Env,
  readFile: ReadFile,
  facts: HostFacts = { platform: process.platform, homeDir: homedir(), cores: availableParallelism() },
): Config {
  const fromEnv = readEnvironment(env);
  const dataDir = fromEnv.data_dir ?? defaultDataDir(env, facts);
  const file = env['CUSTOS_CONFIG'] || configFileOf(dataDir, facts);
  const { fromFile, written } = readConfigFile(env, file, readFile);
  const values = { ...SETTING_DEFAULTS, ...workersFor(facts.cores ?? CORES_DEFAULT), ...fromFile, ...fromEnv };
  return {
    dataDir: values.data_dir ?? dataDir,
    host: values.host,
    port: values.port,
    apiKey: values.api_key ?? null,
    showSecrets: values.show_secrets ?? !facts.outputIsLogged,
    allowedHosts: (values.allowed_hosts ?? []).map((name) => name.toLowerCase()),
    languages: values.languages,
    workers: {
      text: values.workers_text,
      face: values.workers_face,
      image: values.workers_image,
      pdf: values.workers_pdf,
    },
    backend: values.backend,
    faceNets: values.face_nets,
    concurrency: values.concurrency,
    queueLengthMax: values.queue_max,
    requestsPerMinute: values.requests_per_minute,
    createsPerMinute: values.creates_per_minute,
    screeningsPerMinute: values.screenings_per_minute,
    duplicateFaces: values.duplicate_faces,
    retentionMonths: values.retention_months,
    biometricsMonths: values.biometrics_months,
    purgeDaily: values.purge_daily,
    listsDir: values.lists_dir ?? pathOf(facts).join(values.data_dir ?? dataDir, 'lists'),
    listsInbox: values.lists_inbox ?? null,
    packKeys: values.pack_keys ?? [],
    updateKeys: values.update_keys ?? [],
    riskTables: riskTablesOf(values, readFile),
    webhookAllow: values.webhook_allow,
    secondFactor: values.second_factor ?? [],
    backup: {
      ...backupFolders(values, values.data_dir ?? dataDir, facts),
      intervalMs: values.backup_interval_hours * HOUR_MS,
      kept: values.backup_keep,
      registers: values.backup_registers,
    },
    masterKey: masterKeySource(values, env, readFile, facts),
    masterKeyPlaced: keySettings(values).length > 0,
    keystoreFile: pathOf(facts).join(pathOf(facts).dirname(defaultKeyFile(env, facts)), 'master.keystore'),
    configFile: configFileOf(dataDir, facts),
    masterKeyFixedBy: FIXING_VARIABLES.find((name) => env[name] !== undefined && env[name] !== '') ?? null,
    source: {
      file,
      values: written,
      variableOf: (name) => (fromEnv[name] === undefined ? null : variableOf(name)),
      with: (others) => loadConfig(env, (path) => (path === file ? JSON.stringify(others) : readFile(path)), facts),
    },
  };
}

const configFileOf = (dataDir: string, facts: HostFacts): string => pathOf(facts).join(dataDir, 'custos.json');

function readEnvironment(env: Env): SettingValues {
  const found: Record<string, unknown> = {};
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const value = env[variableOf(name)];
    if (value !== undefined && value !== '') found[name] = value;
  }
  return parseSettings(found, variableOf);
}

/** `written`: the content of the file. */
function readConfigFile(
  env: Env,
  path: string,
  readFile: ReadFile,
): { fromFile: SettingValues; written: Record<string, unknown> } {
  const content = readFile(path);
  if (content === null) {
    if (env['CUSTOS_CONFIG'])
      throw invalid('CUSTOS_CONFIG refers to a file that does not exist. Create the file, or unset CUSTOS_CONFIG.');
    return { fromFile: {}, written: {} };
  }
  const written = parseObject(content);
  for (const name of Object.keys(written)) {
    if (!Object.hasOwn(SETTINGS, name)) {
      throw invalid(
        `The configuration file has an unknown setting "${name}". Remove it, or use one of: ${settingNames()}.`,
      );
    }
  }
  const fromFile = parseSettings(written, (name) => `The setting "${name}" in the configuration file`);
  return { fromFile, written };
}

function parseObject(content: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The same error as for JSON that is not an object.
  }
  throw invalid('The configuration file is not a JSON object. Correct it, or remove it to use the defaults.');
}

function parseSettings(found: Record<string, unknown>, label: (name: SettingName) => string): SettingValues {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    if (found[name] === undefined) continue;
    const parsed = SETTINGS[name].schema.safeParse(found[name]);
    if (!parsed.success) throw invalid(`${label(name)} must be ${SETTINGS[name].must}. Change it or remove it.`);
    values[name] = parsed.data;
  }
  return values as SettingValues;
}

function riskTablesOf({ risk_tables: path }: SettingValues, readFile: ReadFile): RiskTables | null {
  if (path === undefined) return null;
  const content = readFile(path);
  if (content === null)
    throw invalid(
      'CUSTOS_RISK_TABLES refers to a file that does not exist. Create the file, or unset CUSTOS_RISK_TABLES.',
    );
  return readRiskTables(content);
}

function backupFolders(
  values: SettingValues,
  dataDir: string,
  facts: HostFacts,
): Pick<Config['backup'], 'dir' | 'keysDir'> {
  const dir = values.backup_dir ?? null;
  const keysDir = values.backup_keys_dir ?? null;
  const path = pathOf(facts);
  const holds = (folder: string, other: string): boolean => {
    const way = path.relative(folder, other);
    return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
  };
  const overlap = (a: string, b: string): boolean => holds(a, b) || holds(b, a);
  for (const [name, folder] of Object.entries({ CUSTOS_BACKUP_DIR: dir, CUSTOS_BACKUP_KEYS_DIR: keysDir })) {
    if (folder !== null && overlap(folder, dataDir))
      throw invalid(`${name} must be a folder outside the data folder. Choose another folder.`);
  }
  if (dir !== null && keysDir !== null && overlap(dir, keysDir)) {
    throw invalid(
      'CUSTOS_BACKUP_KEYS_DIR must be a separate folder from CUSTOS_BACKUP_DIR, so that nobody gets both at once. Choose another folder.',
    );
  }
  return { dir, keysDir };
}

const keySettings = (values: SettingValues): unknown[] =>
  [values.master_key_file, values.master_key_keystore, values.passphrase, values.passphrase_file].filter(
    (it) => it !== undefined,
  );

function masterKeySource(values: SettingValues, env: Env, readFile: ReadFile, facts: HostFacts): MasterKeySource {
  if (keySettings(values).length > 1) {
    throw invalid(
      'Set only one of CUSTOS_MASTER_KEY_FILE, CUSTOS_MASTER_KEY_KEYSTORE, CUSTOS_PASSPHRASE and CUSTOS_PASSPHRASE_FILE.',
    );
  }
  if (values.master_key_keystore !== undefined)
    return { kind: 'keystore', path: values.master_key_keystore, key: null };
  if (values.passphrase !== undefined) return { kind: 'passphrase', passphrase: values.passphrase };
  if (values.passphrase_file !== undefined) {
    const content = readFile(values.passphrase_file);
    if (content === null)
      throw invalid(
        'CUSTOS_PASSPHRASE_FILE refers to a file that does not exist. Create the file, or unset CUSTOS_PASSPHRASE_FILE.',
      );
    const { passphrase } = parseSettings({ passphrase: content.replace(/\r?\n$/, '') }, () => 'CUSTOS_PASSPHRASE_FILE');
    return { kind: 'passphrase', passphrase: passphrase ?? '' };
  }
  return { kind: 'file', path: values.master_key_file ?? defaultKeyFile(env, facts) };
}

/** Returns where each system keeps a program's data for one user. */
function defaultDataDir(env: Env, facts: HostFacts): string {
  const path = pathOf(facts);
  if (facts.platform === 'win32') {
    return path.join(env['LOCALAPPDATA'] || path.join(facts.homeDir, 'AppData', 'Local'), 'custos');
  }
  if (facts.platform === 'darwin') return path.join(facts.homeDir, 'Library', 'Application Support', 'custos');
  return path.join(env['XDG_DATA_HOME'] || path.join(facts.homeDir, '.local', 'share'), 'custos');
}

/** Returns a path outside the data folder, so a copy of the folder does not include its key. */
function defaultKeyFile(env: Env, facts: HostFacts): string {
  const path = pathOf(facts);
  if (facts.platform === 'win32') {
    return path.join(env['APPDATA'] || path.join(facts.homeDir, 'AppData', 'Roaming'), 'custos', 'master.key');
  }
  if (facts.platform === 'darwin') return path.join(facts.homeDir, 'Library', 'Preferences', 'custos', 'master.key');
  return path.join(env['XDG_CONFIG_HOME'] || path.join(facts.homeDir, '.config'), 'custos', 'master.key');
}

const pathOf = (facts: HostFacts) => (facts.platform === 'win32' ? win32 : posix);
const settingNames = () => Object.keys(SETTINGS).join(', ');
const invalid = (detail: string) => new AppError('invalid_configuration', detail);
