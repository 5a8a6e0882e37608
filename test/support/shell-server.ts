import { type ChildProcess, fork } from 'node:child_process';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type KeystoreProblem,
  readServerMessage,
  type ServerMessage,
  type ShellMessage,
} from '../../server/desktop-link/messages.ts';

const ENTRY = fileURLToPath(new URL('../../server/process.ts', import.meta.url));
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A keystore of one user of one system: no other keystore opens what it sealed. */
export function makeKeystore() {
  const secret = randomBytes(32);
  return {
    seal(key: Buffer): Buffer {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secret, iv);
      const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    unseal(sealed: Buffer): Buffer | null {
      try {
        const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, IV_BYTES));
        decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

export type TestKeystore = ReturnType<typeof makeKeystore>;

/** The real server in its own folder, forked as the desktop shell forks it. */
export interface ShellServer extends Disposable {
  child: ChildProcess;
  /** All messages that it sent so far. */
  told: ServerMessage[];
  /** All output so far. */
  printed(): string;
  send(message: ShellMessage | object): void;
  /** The first message of this kind that fits, sent already or later. Rejects if the server ends before. */
  until<K extends ServerMessage['kind']>(
    kind: K,
    fits?: (message: Extract<ServerMessage, { kind: K }>) => boolean,
  ): Promise<Extract<ServerMessage, { kind: K }>>;
  /** The exit code, or the signal. */
  ended: Promise<number | NodeJS.Signals | null>;
}

export const WINDOW_TOKEN = 'w'.repeat(43);

/**
 * @param folder holds `data` and `config`, which contain the keys unless `env` says otherwise
 * @param keystore answers the server's requests; null: it refuses them
 */
export function forkServer(
  folder: string,
  options: {
    keystore?: TestKeystore | null;
    keystoreProblem?: KeystoreProblem | null;
    env?: Record<string, string | undefined>;
    /** False: the shell sends nothing by itself. */
    begin?: boolean;
  } = {},
): ShellServer {
  const { keystore = null, keystoreProblem = null, env = {}, begin = true } = options;
  const child = fork(ENTRY, [], {
    env: {
      ...process.env,
      CUSTOS_SHELL: '1',
      CUSTOS_DATA_DIR: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      APPDATA: join(folder, 'config'),
      HOME: folder,
      CUSTOS_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const told: ServerMessage[] = [];
  const listeners = new Set<() => void>();
  let text = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (text += chunk));
  const send = (message: object): void => void child.send(message, () => {});
  child.on('message', (value) => {
    const message = readServerMessage(value);
    if (message === null) throw new Error(`the server told what is no message: ${JSON.stringify(value)}`);
    if (message.kind === 'seal' && keystore) {
      const sealed = keystore.seal(Buffer.from(message.key, 'hex')).toString('base64');
      send({ kind: 'sealed', id: message.id, sealed });
    } else if (message.kind === 'unseal' && keystore) {
      const key = keystore.unseal(Buffer.from(message.sealed, 'base64'));
      send(
        key === null
          ? { kind: 'refused', id: message.id }
          : { kind: 'unsealed', id: message.id, key: key.toString('hex'), renewed: null },
      );
    } else if (message.kind === 'seal' || message.kind === 'unseal') {
      send({ kind: 'refused', id: message.id });
    } else if (message.kind === 'failed') {
      send({ kind: 'stop' });
    }
    told.push(message);
    for (const listener of listeners) listener();
  });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null);
  void ended.then(() => {
    for (const listener of listeners) listener();
  });
  if (begin) send({ kind: 'start', windowToken: WINDOW_TOKEN, keystoreProblem });
  return {
    child,
    told,
    printed: () => text,
    send,
    ended,
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
    until<K extends ServerMessage['kind']>(kind: K, fits = (_: Extract<ServerMessage, { kind: K }>) => true) {
      type Told = Extract<ServerMessage, { kind: K }>;
      return new Promise<Told>((resolve, reject) => {
        const look = (): void => {
          const found = told.find((message): message is Told => message.kind === kind && fits(message as Told));
          if (found) resolve(found);
          else if (child.exitCode !== null || child.signalCode !== null)
            reject(new Error(`the server ended before "${kind}": ${text} ${JSON.stringify(told)}`));
          else return;
          listeners.delete(look);
        };
        listeners.add(look);
        look();
      });
    },
  };
}
