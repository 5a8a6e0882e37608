import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Config, loadConfig } from '../../server/appliance/config.ts';
import { type MoveOrder, openMasterKeys } from '../../server/appliance/master-keys.ts';
import type { Audit } from '../../server/audit/log.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { readMeta } from '../../server/vault/key-meta.ts';
import { openKeyStore, SEALED_KEY } from '../../server/vault/key-store.ts';
import { writeSealedFile } from '../../server/vault/master-key.ts';
import { CHEAP_SCRYPT } from '../support/cheap-scrypt.ts';
import { tempFolder } from '../support/folder.ts';
import { isWholeRun, sampleOf } from '../support/long.ts';
import { replaceBuiltin } from '../support/replace-builtin.ts';
import { openWithXor, XOR_KEYSTORE } from '../support/xor-keystore.ts';

replaceBuiltin(crypto, CHEAP_SCRYPT);

const SCRIPT = fileURLToPath(new URL('killed-key-move.ts', import.meta.url));
const FIRST = new URL('killed-key-move-scrypt.ts', import.meta.url).href;
const PASSPHRASE = 'correct horse battery';
const DATA_KEY = Buffer.alloc(32, 7);
const FIRST_KEY = Buffer.alloc(32, 9);
/** Every move has more writes than the minimum, and fewer than the maximum. */
const [WRITES_MIN, WRITES_MAX] = [6, 60];

type Env = Record<string, string>;

/** The places of one appliance's files. */
const machine = (folder: string) => ({
  data: join(folder, 'data'),
  config: join(folder, 'data', 'custos.json'),
  standard: join(folder, 'config', 'custos', 'master.key'),
  named: join(folder, 'named.key'),
  moved: join(folder, 'moved.key'),
  keystore: join(folder, 'config', 'custos', 'master.keystore'),
  env: { CUSTOS_DATA_DIR: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') } as Env,
});

const readFile = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
const configOf = (env: Env): Config => loadConfig(env, readFile, { platform: 'linux', homeDir: '/nowhere' });

/** What a start does with the master key. Returns what it finds, and how the previous move was settled. */
function start(env: Env) {
  const config = configOf(env);
  openWithXor(config);
  const keys = openKeyStore(join(config.dataDir, 'keys.db'), config.masterKey);
  try {
    let moves = 0;
    const audit = { append: () => (moves += 1) } as unknown as Audit;
    const log = createLogger(systemClock, () => {});
    openMasterKeys({ config, db: keys.db, keys, audit, log });
    const key = keys.masterKey.toString('hex');
    const sealed = readMeta(keys.db, SEALED_KEY) !== null;
    return { key, moves, sealed, journal: readMeta(keys.db, 'master_key_move'), dataKey: keys.dataKey('ver_a') };
  } finally {
    keys.close();
  }
}

/** The next start, as a person does it: unchanged, or with the passphrase if the error asks for it. */
function startAgain(env: Env): ReturnType<typeof start> {
  try {
    return start(env);
  } catch (error) {
    expect((error as Error).message).toContain('CUSTOS_PASSPHRASE');
    return start({ ...env, CUSTOS_PASSPHRASE: PASSPHRASE });
  }
}

async function killedAt(write: number, to: MoveOrder, env: Env): Promise<'killed' | 'ended'> {
  const child = spawn(process.execPath, ['--import', FIRST, SCRIPT, JSON.stringify(to), String(write)], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  const [code, signal] = await once(child, 'close');
  if (printed.startsWith('ended')) return 'ended';
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  return 'killed';
}

type From = 'standard' | 'named' | 'passphrase' | 'keystore';

const MOVES: readonly [string, From, MoveOrder['kind']][] = [
  ['from a file that is named to another', 'named', 'file'],
  ['from the standard place to a passphrase', 'standard', 'passphrase'],
  ['from a file that is named to a passphrase', 'named', 'passphrase'],
  ['from a passphrase that is named to a file', 'passphrase', 'file'],
  ['from the standard place to the keystore', 'standard', 'keystore'],
  ['from a passphrase that is named to the keystore', 'passphrase', 'keystore'],
  ['from the keystore to a file', 'keystore', 'file'],
  ['from the keystore to a passphrase', 'keystore', 'passphrase'],
];
const writes = Array.from({ length: isWholeRun() ? WRITES_MAX : WRITES_MIN }, (_, write) => write);

it.skipIf(process.platform === 'win32').each(sampleOf('moves of the master key', MOVES, 1))(
  'the master key that moves %s is found whenever the process is killed, and lies in one place',
  async (_what, from, kind) => {
    let killed = 0;
    for (const write of sampleOf('writes before which it is killed', writes, 1)) {
      using folder = tempFolder();
      const { data, config, standard, named, moved, keystore, env } = machine(folder.path);
      mkdirSync(data, { recursive: true });
      const settings = { port: 8421, ...(from === 'named' ? { master_key_file: named } : {}) };
      if (from === 'passphrase') writeFileSync(config, JSON.stringify({ ...settings, passphrase: PASSPHRASE }));
      else if (from === 'named') writeFileSync(config, JSON.stringify(settings));
      else if (from === 'keystore') {
        writeFileSync(config, JSON.stringify({ ...settings, master_key_keystore: keystore }));
        writeSealedFile(keystore, await XOR_KEYSTORE.seal(FIRST_KEY));
      }
      const opened = configOf(env);
      openWithXor(opened);
      const keys = openKeyStore(join(data, 'keys.db'), opened.masterKey);
      keys.addDataKey('ver_a', DATA_KEY, 0);
      const key = keys.masterKey.toString('hex');
      keys.close();

      const to: MoveOrder =
        kind === 'file' ? { kind, path: moved } : kind === 'keystore' ? { kind } : { kind, passphrase: PASSPHRASE };
      const outcome = await killedAt(write, to, env);
      const about = `killed before write ${write}`;
      const found = startAgain(env);
      expect(found, about).toMatchObject({ key, dataKey: DATA_KEY, journal: null });
      const holding = [standard, named, moved].filter((path) => readFile(path)?.trim() === key);
      if (existsSync(keystore)) holding.push(keystore);
      expect(holding.length + Number(found.sealed), `${about}, it lies in ${holding}`).toBe(1);
      for (const path of [moved, keystore]) expect(existsSync(`${path}.new`), about).toBe(false);
      if (from !== 'standard') expect(configOf({ ...env, CUSTOS_PASSPHRASE: '' }).port, about).toBe(8421);
      expect(startAgain(env), `${about}, the start after`).toEqual({ ...found, moves: 0 });
      if (outcome === 'ended') {
        const there = kind === 'passphrase' ? found.sealed : holding.includes(kind === 'file' ? moved : keystore);
        expect([there, found.moves, killed >= WRITES_MIN], `${killed} kills`).toEqual([true, 0, true]);
        if (from === 'passphrase') {
          expect(readFile(config)).not.toContain(PASSPHRASE);
          // The old passphrase no longer opens the key.
          const old = { kind: 'passphrase', passphrase: PASSPHRASE } as const;
          expect(() => openKeyStore(join(data, 'keys.db'), old)).toThrow('created with a different master key');
        }
        return;
      }
      killed += 1;
    }
    expect([isWholeRun(), killed], 'the whole comes to its end before').toEqual([false, 1]);
  },
  300_000,
);
