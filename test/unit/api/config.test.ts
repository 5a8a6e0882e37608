import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../server/appliance/config.ts';

const linux = { platform: 'linux', homeDir: '/home/op' } as const;
const noFile = () => null;
const files = (contents: Record<string, string>) => (path: string) => contents[path] ?? null;

describe('defaults', () => {
  it('listens on the loopback address and keeps the key outside the data folder', () => {
    const config = loadConfig({}, noFile, linux);
    expect(config).toMatchObject({
      dataDir: '/home/op/.local/share/custos',
      host: '127.0.0.1',
      port: 8420,
      apiKey: null,
      languages: ['fra', 'deu', 'spa', 'por', 'kir', 'ukr', 'srp', 'ell', 'tha'],
      backend: 'auto',
      faceNets: 'dlib+mobilefacenet',
      concurrency: 2,
      queueLengthMax: 1000,
      requestsPerMinute: 1200,
      createsPerMinute: 300,
      screeningsPerMinute: 30_000,
      duplicateFaces: false,
      listsDir: '/home/op/.local/share/custos/lists',
      listsInbox: null,
      packKeys: [],
      riskTables: null,
      masterKey: { kind: 'file', path: '/home/op/.config/custos/master.key' },
    });
  });

  it.each([
    [1, { text: 1, face: 1, image: 1, pdf: 1 }, 2],
    [2, { text: 2, face: 1, image: 1, pdf: 1 }, 2],
    [6, { text: 6, face: 3, image: 3, pdf: 1 }, 6],
    [64, { text: 8, face: 4, image: 4, pdf: 1 }, 8],
  ])('has threads for %d cores', (cores, workers, concurrency) => {
    expect(loadConfig({}, noFile, { ...linux, cores })).toMatchObject({ workers, concurrency });
    const set = loadConfig({ CUSTOS_WORKERS_TEXT: '3', CUSTOS_CONCURRENCY: '5' }, noFile, { ...linux, cores });
    expect(set, 'what is set holds').toMatchObject({ workers: { ...workers, text: 3 }, concurrency: 5 });
  });

  it.each([
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/op', '/data/custos'],
    ['darwin', {}, '/Users/op', '/Users/op/Library/Application Support/custos'],
    [
      'win32',
      { LOCALAPPDATA: 'C:\\Users\\op\\AppData\\Local' },
      'C:\\Users\\op',
      'C:\\Users\\op\\AppData\\Local\\custos',
    ],
    ['win32', {}, 'C:\\Users\\op', 'C:\\Users\\op\\AppData\\Local\\custos'],
  ] as const)('finds the data folder of %s', (platform, env, homeDir, expected) => {
    expect(loadConfig(env, noFile, { platform, homeDir }).dataDir).toBe(expected);
  });
});

describe('where a setting comes from', () => {
  it('takes the environment over the file over the default', () => {
    const read = files({ '/data/custos.json': '{"port": 9000, "host": "0.0.0.0", "languages": ["deu"]}' });
    const config = loadConfig({ CUSTOS_DATA_DIR: '/data', CUSTOS_PORT: '0' }, read, linux);
    expect(config).toMatchObject({ port: 0, host: '0.0.0.0', languages: ['deu'], concurrency: 2 });
  });

  it('reads the file that CUSTOS_CONFIG names', () => {
    const read = files({ '/etc/custos.json': '{"data_dir": "/srv/custos"}' });
    expect(loadConfig({ CUSTOS_CONFIG: '/etc/custos.json' }, read, linux).dataDir).toBe('/srv/custos');
  });

  it('counts an empty variable as not set', () => {
    expect(loadConfig({ CUSTOS_PORT: '' }, noFile, linux).port).toBe(8420);
  });

  it('shows the secrets of a first start, but not in a log of the system', () => {
    expect(loadConfig({}, noFile, linux).showSecrets).toBe(true);
    expect(loadConfig({}, noFile, { ...linux, outputIsLogged: true }).showSecrets).toBe(false);
    expect(loadConfig({ CUSTOS_SHOW_SECRETS: 'on' }, noFile, { ...linux, outputIsLogged: true }).showSecrets).toBe(
      true,
    );
    expect(loadConfig({ CUSTOS_SHOW_SECRETS: 'off' }, noFile, linux).showSecrets).toBe(false);
  });

  it('takes on and off, and truth values of the file', () => {
    expect(loadConfig({ CUSTOS_DUPLICATE_FACES: 'on' }, noFile, linux).duplicateFaces).toBe(true);
    expect(loadConfig({ CUSTOS_DUPLICATE_FACES: 'off' }, noFile, linux).duplicateFaces).toBe(false);
    const read = files({ '/data/custos.json': '{"duplicate_faces": true}' });
    expect(loadConfig({ CUSTOS_DATA_DIR: '/data' }, read, linux).duplicateFaces).toBe(true);
  });

  it('splits lists and lowers host names', () => {
    const config = loadConfig({ CUSTOS_ALLOWED_HOSTS: 'KYC.branch.lan, 10.0.0.5' }, noFile, linux);
    expect(config.allowedHosts).toEqual(['kyc.branch.lan', '10.0.0.5']);
  });

  it('has a folder for lists in the data folder, and watches none but the one that is named', () => {
    const env = { CUSTOS_DATA_DIR: '/data' };
    expect(loadConfig(env, noFile, linux)).toMatchObject({ listsDir: '/data/lists', listsInbox: null });
    const named = { ...env, CUSTOS_LISTS_DIR: '/srv/lists', CUSTOS_LISTS_INBOX: '/srv/inbox' };
    expect(loadConfig(named, noFile, linux)).toMatchObject({ listsDir: '/srv/lists', listsInbox: '/srv/inbox' });
    const keys = [`${'A'.repeat(43)}=`, `${'B'.repeat(43)}=`];
    expect(loadConfig({ CUSTOS_PACK_KEYS: keys.join(', ') }, noFile, linux).packKeys).toEqual(keys);
  });

  it('keeps backups, keys and data apart', () => {
    const hours = { CUSTOS_BACKUP_INTERVAL_HOURS: '6', CUSTOS_BACKUP_KEEP: '2', CUSTOS_BACKUP_REGISTERS: 'off' };
    const apart = { CUSTOS_BACKUP_DIR: '/mnt/a', CUSTOS_BACKUP_KEYS_DIR: '/mnt/ab', CUSTOS_DATA_DIR: '/data' };
    expect(loadConfig({}, noFile, linux).backup).toEqual({
      dir: null,
      keysDir: null,
      intervalMs: 24 * 3600 * 1000,
      kept: 7,
      registers: true,
    });
    expect(loadConfig({ ...apart, ...hours }, noFile, linux).backup).toEqual({
      dir: '/mnt/a',
      keysDir: '/mnt/ab',
      intervalMs: 6 * 3600 * 1000,
      kept: 2,
      registers: false,
    });
    for (const wrong of [
      { CUSTOS_BACKUP_KEYS_DIR: '/mnt/a' },
      { CUSTOS_BACKUP_KEYS_DIR: '/mnt/a/keys' },
      { CUSTOS_BACKUP_DIR: '/data/backups' },
      { CUSTOS_BACKUP_KEYS_DIR: '/' },
    ]) {
      expect(() => loadConfig({ ...apart, ...wrong }, noFile, linux)).toThrow(/CUSTOS_BACKUP_(KEYS_)?DIR must be/);
    }
  });

  it('takes one of the choices of nets for faces', () => {
    for (const faceNets of ['dlib+faceres', 'faceres'])
      expect(loadConfig({ CUSTOS_FACE_NETS: faceNets }, noFile, linux)).toMatchObject({ faceNets });
  });

  it('takes a passphrase from a file without its line feed', () => {
    const read = files({ '/run/secrets/pass': 'a long passphrase\n' });
    expect(loadConfig({ CUSTOS_PASSPHRASE_FILE: '/run/secrets/pass' }, read, linux).masterKey).toEqual({
      kind: 'passphrase',
      passphrase: 'a long passphrase',
    });
  });
});

describe('what is refused, naming the setting and the remedy', () => {
  it.each([
    [{ CUSTOS_PORT: '70000' }, 'CUSTOS_PORT must be a whole number from 0 to 65535'],
    [{ CUSTOS_PORT: 'http' }, 'CUSTOS_PORT must be'],
    [{ CUSTOS_CONCURRENCY: '0' }, 'CUSTOS_CONCURRENCY must be'],
    [{ CUSTOS_API_KEY: 'too-short' }, 'CUSTOS_API_KEY must be at least 32 characters'],
    [
      { CUSTOS_API_KEY: `sk_live_${'k'.repeat(30)}!` },
      'CUSTOS_API_KEY must be at least 32 characters: letters, digits',
    ],
    [{ CUSTOS_DUPLICATE_FACES: 'maybe' }, 'CUSTOS_DUPLICATE_FACES must be "on" or "off"'],
    [{ CUSTOS_FACE_NETS: 'another' }, 'CUSTOS_FACE_NETS must be "dlib+mobilefacenet" or "dlib+faceres" or "faceres"'],
    [{ CUSTOS_LANGUAGES: '../etc' }, 'CUSTOS_LANGUAGES must be language codes'],
    [{ CUSTOS_WEBHOOK_ALLOW: 'local, example.org' }, 'CUSTOS_WEBHOOK_ALLOW must be rules separated by commas'],
    [{ CUSTOS_PACK_KEYS: 'short' }, 'CUSTOS_PACK_KEYS must be base64 public keys'],
    [{ CUSTOS_CONFIG: '/missing.json' }, 'CUSTOS_CONFIG refers to a file that does not exist'],
    [{ CUSTOS_PASSPHRASE: 'short' }, 'CUSTOS_PASSPHRASE must be'],
    [{ CUSTOS_PASSPHRASE_FILE: '/missing' }, 'CUSTOS_PASSPHRASE_FILE refers to a file that does not exist'],
    [{ CUSTOS_PASSPHRASE: 'a long passphrase', CUSTOS_MASTER_KEY_FILE: '/k' }, 'Set only one of'],
  ])('%o', (env, message) => {
    expect(() => loadConfig(env, noFile, linux)).toThrow(message);
  });

  it.each([
    ['{"prot": 1}', 'unknown setting "prot"'],
    ['{"constructor": 1}', 'unknown setting "constructor"'],
    ['[1]', 'not a JSON object'],
    ['{', 'not a JSON object'],
    ['{"port": "x"}', 'The setting "port" in the configuration file must be'],
  ])('the file %s', (content, message) => {
    const read = files({ '/data/custos.json': content });
    expect(() => loadConfig({ CUSTOS_DATA_DIR: '/data' }, read, linux)).toThrow(message);
  });

  it('never shows the value', () => {
    expect(() => loadConfig({ CUSTOS_API_KEY: 'sk_secret' }, noFile, linux)).not.toThrow('sk_secret');
    expect(() => loadConfig({ CUSTOS_API_KEY: 'sk_secret' }, noFile, linux)).toThrow();
  });
});
