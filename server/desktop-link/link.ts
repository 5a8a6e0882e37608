import {
  type KeystoreProblem,
  type PassphrasePurpose,
  readShellMessage,
  type ServerMessage,
  type ShellMessage,
} from './messages.ts';
import type { Transport } from './transport.ts';

/** The shell stops this process while it waits for an answer from the shell. */
export class StoppedByShell extends Error {
  override name = 'StoppedByShell';
}

/** The desktop shell that forked this server. */
export interface ShellLink {
  /** The value of the window's cookie: `server/api/window-token.ts`. */
  windowToken: string;
  /** Null: the system's keystore can store keys. */
  keystoreProblem: KeystoreProblem | null;
  tell(message: ServerMessage): void;
  /** Null: the keystore refuses. Both throw `StoppedByShell`. */
  seal(key: Buffer): Promise<Buffer | null>;
  unseal(sealed: Buffer): Promise<{ key: Buffer; renewed: Buffer | null } | null>;
  /** Asks the person for a passphrase. `refused`: the previous one was wrong. Throws `StoppedByShell`. */
  askPassphrase(wish: { purpose: PassphrasePurpose; charsMin: number; refused: boolean }): Promise<string>;
  /** Installs an update with this installer. Throws `StoppedByShell`. */
  install(
    order: Omit<Extract<ServerMessage, { kind: 'install' }>, 'kind' | 'id'>,
  ): Promise<{ ok: boolean; sentence: string }>;
  /** Called once when the shell asks for an orderly end or has disconnected; at once if it already has. */
  onStop(listener: () => void): void;
}

type Answer = Extract<ShellMessage, { kind: 'sealed' | 'unsealed' | 'refused' | 'passphrase' | 'installed' }>;
interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** The id of the passphrase request: only one is open at a time, and it has no number. */
const PASSPHRASE = -1;

/** Waits for the shell's first message. Ignores anything that is not a valid message. Throws `StoppedByShell` if none arrives. */
export function meetShell(transport: Transport): Promise<ShellLink> {
  const met = Promise.withResolvers<ShellLink>();
  const waiting = new Map<number, Waiting>();
  const stopListeners: (() => void)[] = [];
  let stopAsked = false;
  let nextId = 0;
  const tell = (message: ServerMessage): void => transport.send(message);
  const stop = (): void => {
    if (stopAsked) return;
    stopAsked = true;
    met.reject(new StoppedByShell());
    for (const { reject } of waiting.values()) reject(new StoppedByShell());
    waiting.clear();
    for (const listener of stopListeners) listener();
  };
  const ask = (id: number, message: ServerMessage): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (stopAsked) return reject(new StoppedByShell());
      waiting.set(id, { resolve, reject });
      tell(message);
    });
  const answered = (id: number, answer: Answer): void => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  };
  const begin = ({ windowToken, keystoreProblem }: Extract<ShellMessage, { kind: 'start' }>): ShellLink => ({
    windowToken,
    keystoreProblem,
    tell,
    async seal(key) {
      const id = nextId++;
      const answer = await ask(id, { kind: 'seal', id, key: key.toString('hex') });
      return answer.kind === 'sealed' ? Buffer.from(answer.sealed, 'base64') : null;
    },
    async unseal(sealed) {
      const id = nextId++;
      const answer = await ask(id, { kind: 'unseal', id, sealed: sealed.toString('base64') });
      if (answer.kind !== 'unsealed') return null;
      const { key, renewed } = answer;
      return { key: Buffer.from(key, 'hex'), renewed: renewed === null ? null : Buffer.from(renewed, 'base64') };
    },
    async askPassphrase(wish) {
      const answer = await ask(PASSPHRASE, { kind: 'passphrase_wanted', ...wish });
      return answer.kind === 'passphrase' ? answer.passphrase : '';
    },
    async install(order) {
      const id = nextId++;
      const answer = await ask(id, { kind: 'install', id, ...order });
      return answer.kind === 'installed' ? answer : { ok: false, sentence: '' };
    },
    onStop(listener) {
      if (stopAsked) listener();
      else stopListeners.push(listener);
    },
  });
  transport.onMessage((value) => {
    const message = readShellMessage(value);
    if (message === null) return;
    if (message.kind === 'start') met.resolve(begin(message));
    else if (message.kind === 'ping') tell({ kind: 'pong', number: message.number });
    else if (message.kind === 'stop') stop();
    else if (message.kind === 'passphrase') answered(PASSPHRASE, message);
    else answered(message.id, message);
  });
  transport.onClosed(stop);
  return met.promise;
}
