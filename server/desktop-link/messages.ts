/**
 * What the desktop shell and the server it has forked tell each other. Only values that JSON has: under Electron they are cloned, in tests
 * they go through a pipe as text.
 */

/** Why the system's own keystore keeps no key: Linux has none that is unlocked, or what stands in for one hides nothing. */
export type KeystoreProblem = 'basic_text' | 'unavailable';

/** What the shell tells the server. */
export type ShellMessage =
  /** The first one. The token is that of the window's cookie, 32 bytes in base64url; `keystore` null: it can be used. */
  | { kind: 'start'; windowToken: string; keystoreProblem: KeystoreProblem | null }
  /** The answer to `seal`: what only the keystore opens, in base64. */
  | { kind: 'sealed'; id: number; sealed: string }
  /** The answer to `unseal`. `renewed`: the same key sealed anew, which is to take the place of what was given; null: it need not. */
  | { kind: 'unsealed'; id: number; key: string; renewed: string | null }
  /** The answer to either: the keystore does not do it. */
  | { kind: 'refused'; id: number }
  /** What a person typed after `passphrase_wanted`. */
  | { kind: 'passphrase'; passphrase: string }
  /** The answer to `install`: what has happened or is to be done, for a person. */
  | { kind: 'installed'; id: number; ok: boolean; sentence: string }
  /** Drain and end. */
  | { kind: 'stop' }
  | { kind: 'ping'; number: number };

/** Why a passphrase is asked for: the data folder opens with one, or the first is to be chosen. */
export type PassphrasePurpose = 'open' | 'choose';

/** How the server is doing: counts and names of parts, nothing of any person. */
export interface StateMessage {
  kind: 'state';
  /** What `/readyz` answers. */
  ready: boolean;
  /** The parts that are not ready, as `/readyz` names them. */
  missing: string[];
  /** Live records: people and companies that wait for a reviewer, open alerts, and records that are worked on or wait for it. */
  needsReview: number;
  alertsOpen: number;
  processing: number;
}

/** An error's code (`server/lib/errors.ts`). */
export type FailureCode = string;

/** What the server tells the shell. */
export type ServerMessage =
  /** Before anything that can fail: where its log is. */
  | { kind: 'folders'; dataDir: string; logFile: string }
  /** Seal these 32 bytes (64 hexadecimal digits) with the keystore, or open what it sealed. */
  | { kind: 'seal'; id: number; key: string }
  | { kind: 'unseal'; id: number; sealed: string }
  | { kind: 'passphrase_wanted'; purpose: PassphrasePurpose; charsMin: number; refused: boolean }
  | { kind: 'listening'; url: string }
  /** Shown once: the secret of the first API key, and the code by which the first administrator is made. */
  | { kind: 'first_key'; key: string }
  | { kind: 'setup_code'; code: string }
  | StateMessage
  | { kind: 'pong'; number: number }
  /** Put this installer in place, which was verified: a file of the data folder. */
  | { kind: 'install'; id: number; path: string; installer: 'appimage' | 'nsis' | 'dmg' | 'deb'; version: string }
  /** Before it ends in an orderly way since it cannot start. The sentence names the remedy. */
  | { kind: 'failed'; code: FailureCode; sentence: string };

/** More is no message of ours. */
const TEXT_CHARS_MAX = 8_192;
const PARTS_MAX = 64;
const WINDOW_TOKEN = /^[\w-]{43}$/;
const KEY = /^[0-9a-f]{64}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const CODE = /^[a-z][a-z_]{0,63}$/;
const CONSOLE_URL = /^http:\/\/[\w.:[\]-]+$/;

type Field = (value: unknown) => boolean;
/** The fields of a message beside its kind. */
type Form = Record<string, Field>;

const text: Field = (value) => typeof value === 'string' && value.length <= TEXT_CHARS_MAX;
const count: Field = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const yesOrNo: Field = (value) => typeof value === 'boolean';
const like =
  (pattern: RegExp): Field =>
  (value) =>
    text(value) && pattern.test(value as string);
const oneOf =
  (...values: unknown[]): Field =>
  (value) =>
    values.includes(value);
const orNull =
  (field: Field): Field =>
  (value) =>
    value === null || field(value);
const parts: Field = (value) => Array.isArray(value) && value.length <= PARTS_MAX && value.every(text);

const SHELL_FORMS: Record<ShellMessage['kind'], Form> = {
  start: { windowToken: like(WINDOW_TOKEN), keystoreProblem: oneOf('basic_text', 'unavailable', null) },
  sealed: { id: count, sealed: like(BASE64) },
  unsealed: { id: count, key: like(KEY), renewed: orNull(like(BASE64)) },
  refused: { id: count },
  passphrase: { passphrase: text },
  installed: { id: count, ok: yesOrNo, sentence: text },
  stop: {},
  ping: { number: count },
};

const SERVER_FORMS: Record<ServerMessage['kind'], Form> = {
  folders: { dataDir: text, logFile: text },
  seal: { id: count, key: like(KEY) },
  unseal: { id: count, sealed: like(BASE64) },
  passphrase_wanted: { purpose: oneOf('open', 'choose'), charsMin: count, refused: yesOrNo },
  listening: { url: like(CONSOLE_URL) },
  first_key: { key: text },
  setup_code: { code: text },
  state: { ready: yesOrNo, missing: parts, needsReview: count, alertsOpen: count, processing: count },
  pong: { number: count },
  install: { id: count, path: text, installer: oneOf('appimage', 'nsis', 'dmg', 'deb'), version: text },
  failed: { code: like(CODE), sentence: text },
};

/** A message of the shell; null: it is none, in whole or in part. A copy: it has the fields of its kind alone. */
export const readShellMessage = (value: unknown): ShellMessage | null => read<ShellMessage>(SHELL_FORMS, value);

/** A message of the server; null: it is none. */
export const readServerMessage = (value: unknown): ServerMessage | null => read<ServerMessage>(SERVER_FORMS, value);

function read<M extends { kind: string }>(forms: Readonly<Record<string, Form>>, value: unknown): M | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Record<string, unknown>;
  const { kind } = given;
  if (typeof kind !== 'string' || !Object.hasOwn(forms, kind)) return null;
  const fields = Object.entries(forms[kind] ?? {});
  if (!fields.every(([name, holds]) => Object.hasOwn(given, name) && holds(given[name]))) return null;
  return Object.fromEntries([['kind', kind], ...fields.map(([name]) => [name, given[name]])]) as M;
}
