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
  /** Null: the system's keystore, which only the desktop shell reaches, has not opened it. */
  | { kind: 'keystore'; path: string; key: Buffer | null };

/** What a person may change while the appliance runs (`settings.ts`): to be read where it is used, and never kept. */
export interface ChangeableConfig {
  /** tesseract language codes. */
  languages: string[];
  /** Lists and packs that are put into this folder are imported without being asked to; null: there is none. */
  listsInbox: string | null;
  /** Public keys of the makers whose update packs are taken, base64, beside those that are built into the package. */
  updateKeys: string[];
  /** Where webhooks may go: rules of `readAllowRule`, and `local`. */
  webhookAllow: string[];
  /** Roles whose operators must have a second factor. */
  secondFactor: Role[];
  /** Backups: where they and, apart, their keys go (null: nowhere), how often, how many are kept, and whether registers are in them. */
  backup: { dir: string | null; keysDir: string | null; intervalMs: number; kept: number; registers: boolean };
}

/** Where the settings come from that no default gives. */
export interface ConfigSource {
  /** The configuration file that holds, which need not be there. */
  file: string;
  /** What stands in it. */
  values: Record<string, unknown>;
  /** The variable of the environment that gives this setting, and over which the file has no say; null: none. */
  variableOf(name: SettingName): string | null;
  /** The same configuration with other values in the file. Throws `invalid_configuration`. */
  with(values: Record<string, unknown>): Config;
}

export interface Config extends ChangeableConfig {
  /** Everything that is stored lies in this folder, apart from the master key. */
  dataDir: string;
  host: string;
  /** 0: any free port. */
  port: number;
  /** A first key given from outside; null: the first start makes one. */
  apiKey: string | null;
  /** Whether a start makes a first key and a code for the first administrator by itself, and prints them. */
  showSecrets: boolean;
  /** Host header names that are answered beside the loopback names and `host`; without ports. */
  allowedHosts: string[];
  /** Worker threads of each engine. */
  workers: { text: number; face: number; image: number; pdf: number };
  /** What computes the nets of the face engine; `auto`: the fastest that gives the right answer here. */
  backend: 'auto' | 'gpu' | 'native' | 'wasm';
  /** What faces are recognised by. */
  faceNets: FaceNetsChoice;
  /** Verifications that are worked on at once. */
  concurrency: number;
  queueLengthMax: number;
  requestsPerMinute: number;
  createsPerMinute: number;
  screeningsPerMinute: number;
  /** Whether faces are kept and searched for duplicates. */
  duplicateFaces: boolean;
  /** How long records are kept, and templates of faces, in months. */
  retentionMonths: number;
  biometricsMonths: number;
  /** Whether what is due is erased once a day. */
  purgeDaily: boolean;
  /** API keys may have files imported that lie in here, and no others. */
  listsDir: string;
  /** Public keys of the publishers whose packs are taken, base64. */
  packKeys: string[];
  /** The operator's own tables of what makes a company risky; null: those that are shipped. */
  riskTables: RiskTables | null;
  masterKey: MasterKeySource;
  /** Whether a setting says where it is. */
  masterKeyPlaced: boolean;
  /** Where a key lies that the system's keystore has sealed: beside where a key file would. */
  keystoreFile: string;
  /** The configuration file of the data folder, which need not be there; and the variable because of which it does not say where the master key is. */
  configFile: string;
  masterKeyFixedBy: FixingVariable | null;
  source: ConfigSource;
}

/** Variables of the environment beside which the configuration file of the data folder has no say about the master key. */
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
  /** Whether what is printed lands in the system's log, which others read. False unless given. */
  outputIsLogged?: boolean;
  /** Processor cores that this process may use; 2 unless given. */
  cores?: number;
}

const HOUR_MS = 3600 * 1000;
const CORES_DEFAULT = 2;

type Env = Record<string, string | undefined>;
/** The text of a file, or null where there is none. */
export type ReadFile = (path: string) => string | null;

/**
 * Reads the settings: environment first, then the JSON file `CUSTOS_CONFIG` (else `custos.json` in the data folder),
 * then the defaults. An empty environment variable counts as not set.
 * Throws `invalid_configuration` naming the setting and what it must be; a value is never shown.
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

/** `written`: as it stands there. */
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
    // the same answer as for JSON that is no object
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

/** Where each system keeps a program's data for one person. */
function defaultDataDir(env: Env, facts: HostFacts): string {
  const path = pathOf(facts);
  if (facts.platform === 'win32') {
    return path.join(env['LOCALAPPDATA'] || path.join(facts.homeDir, 'AppData', 'Local'), 'custos');
  }
  if (facts.platform === 'darwin') return path.join(facts.homeDir, 'Library', 'Application Support', 'custos');
  return path.join(env['XDG_DATA_HOME'] || path.join(facts.homeDir, '.local', 'share'), 'custos');
}

/** Outside the data folder, so that a copy of the folder is not also a copy of its key. */
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
