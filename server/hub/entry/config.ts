import { posix } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import { HUB_ROLES, type HubRole } from '../../vocabulary/hub-roles.ts';

/** How this hub runs. Every setting is an environment variable. */
export interface HubConfig {
  /** Null: the hub starts a PostgreSQL itself, in the data folder. */
  databaseUrl: string | null;
  /** For a PostgreSQL that the hub starts itself, the log, and files that arrive. */
  dataDir: string;
  keysDir: string;
  masterKeyFile: string;
  name: string;
  /** Where the console listens. */
  host: string;
  port: number;
  allowedHosts: string[];
  /** PEM files of the console's certificate with its chain, and of its key. */
  certificate: { file: string; keyFile: string } | null;
  /** Roles whose operators must have a second factor. */
  secondFactor: HubRole[];
  /** Where branches connect; null: all addresses of this machine. */
  branchHost: string | null;
  branchPort: number;
  /** The addresses that invites name; null: that of the listener. */
  addresses: string[] | null;
}

const PORT_MAX = 65_535;
const EVERYWHERE = ['0.0.0.0', '::', '*'];

const text = z.string().trim().min(1);
const list = text.transform((value) => value.split(',').map((item) => item.trim()));
const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(0).max(PORT_MAX));
const address = z.url({ protocol: /^https$/ }).transform((url) => url.replace(/\/+$/, ''));

/** Each setting, with what it must be for a person. */
const SETTINGS = {
  CUSTOS_HUB_DATABASE_URL: [z.url({ protocol: /^postgres(?:ql)?$/ }), 'an address that begins with postgresql://'],
  CUSTOS_HUB_DATA_DIR: [text, 'a folder path'],
  CUSTOS_HUB_KEYS_DIR: [text, 'a folder path'],
  CUSTOS_HUB_MASTER_KEY_FILE: [text, 'a file path'],
  CUSTOS_HUB_NAME: [text.max(100), 'a name of at most 100 characters'],
  CUSTOS_HUB_HOST: [text, 'an address of this machine, such as 127.0.0.1'],
  CUSTOS_HUB_PORT: [port, `a whole number from 0 to ${PORT_MAX}`],
  CUSTOS_HUB_ALLOWED_HOSTS: [list, 'host names separated by commas'],
  CUSTOS_HUB_CERTIFICATE_FILE: [text, 'a file path'],
  CUSTOS_HUB_CERTIFICATE_KEY_FILE: [text, 'a file path'],
  CUSTOS_HUB_SECOND_FACTOR: [
    list.pipe(z.array(z.enum(HUB_ROLES))),
    `roles separated by commas, of: ${HUB_ROLES.join(', ')}`,
  ],
  CUSTOS_HUB_BRANCH_HOST: [text, 'an address of this machine, or 0.0.0.0 for all'],
  CUSTOS_HUB_BRANCH_PORT: [port, `a whole number from 0 to ${PORT_MAX}`],
  CUSTOS_HUB_ADDRESSES: [list.pipe(z.array(address)), 'addresses that begin with https://, separated by commas'],
} as const;

type Settings = { [K in keyof typeof SETTINGS]?: z.output<(typeof SETTINGS)[K][0]> };

/** The names of the settings: a test looks for each in the manual. */
export const HUB_SETTING_NAMES = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** Reads the settings. Throws `invalid_configuration`, which names the setting and never shows a value. */
export function readHubConfig(
  env: NodeJS.ProcessEnv,
  { isRoot, homeDir }: { isRoot: boolean; homeDir: string },
): HubConfig {
  const set = readSettings(env);
  const place = (variable: string, ofUser: string, ofRoot: string): string =>
    posix.join(isRoot ? ofRoot : env[variable] || posix.join(homeDir, ofUser), 'custos-hub');
  // PostgreSQL runs as another user than root, who could not enter root's own folder.
  const dataDir = set.CUSTOS_HUB_DATA_DIR ?? place('XDG_DATA_HOME', '.local/share', '/var/lib');
  const host = set.CUSTOS_HUB_HOST ?? '127.0.0.1';
  const { CUSTOS_HUB_CERTIFICATE_FILE: file, CUSTOS_HUB_CERTIFICATE_KEY_FILE: keyFile } = set;
  if ((file === undefined) !== (keyFile === undefined)) {
    throw invalid('Set both CUSTOS_HUB_CERTIFICATE_FILE and CUSTOS_HUB_CERTIFICATE_KEY_FILE, or neither.');
  }
  const certificate = file !== undefined && keyFile !== undefined ? { file, keyFile } : null;
  if (certificate === null && !LOOPBACK.includes(host)) {
    throw invalid(
      'The console of the hub needs a certificate to listen on this CUSTOS_HUB_HOST: set CUSTOS_HUB_CERTIFICATE_FILE and CUSTOS_HUB_CERTIFICATE_KEY_FILE.',
    );
  }
  const branchHost = set.CUSTOS_HUB_BRANCH_HOST ?? '127.0.0.1';
  return {
    databaseUrl: set.CUSTOS_HUB_DATABASE_URL ?? null,
    dataDir,
    keysDir: set.CUSTOS_HUB_KEYS_DIR ?? posix.join(dataDir, 'keys'),
    masterKeyFile:
      set.CUSTOS_HUB_MASTER_KEY_FILE ?? posix.join(place('XDG_CONFIG_HOME', '.config', '/etc'), 'master.key'),
    name: set.CUSTOS_HUB_NAME ?? 'Custos hub',
    host,
    port: set.CUSTOS_HUB_PORT ?? 8430,
    allowedHosts: set.CUSTOS_HUB_ALLOWED_HOSTS ?? [],
    certificate,
    secondFactor: set.CUSTOS_HUB_SECOND_FACTOR ?? [],
    branchHost: EVERYWHERE.includes(branchHost) ? null : branchHost,
    branchPort: set.CUSTOS_HUB_BRANCH_PORT ?? 8431,
    addresses: set.CUSTOS_HUB_ADDRESSES ?? null,
  };
}

function readSettings(env: NodeJS.ProcessEnv): Settings {
  const known = new Set<string>(HUB_SETTING_NAMES);
  const unknown = Object.keys(env).find((name) => name.startsWith('CUSTOS_HUB_') && !known.has(name));
  if (unknown !== undefined) throw invalid(`${unknown} is no setting of the hub. Check its name.`);
  const entries = Object.entries(SETTINGS).flatMap(([name, [schema, must]]) => {
    const given = env[name];
    if (given === undefined || given === '') return [];
    const { data, success } = schema.safeParse(given);
    if (!success) throw invalid(`${name} must be ${must}.`);
    return [[name, data]];
  });
  return Object.fromEntries(entries) as Settings;
}

const invalid = (detail: string): AppError => new AppError('invalid_configuration', detail);
