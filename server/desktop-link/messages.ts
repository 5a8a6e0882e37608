/**
 * The messages between the desktop shell and the server that it forks. Only JSON values: under Electron they are cloned, in tests they go through a
 * pipe as text.
 */

/** Why the system's keystore cannot store a key: Linux has no unlocked keystore, or only a substitute that does not encrypt. */
export type KeystoreProblem = 'basic_text' | 'unavailable';

/** Messages from the shell to the server. */
export type ShellMessage =
  /** The first message. The token is that of the window's cookie, 32 bytes in base64url; `keystoreProblem` null: the keystore can be used. */
  | { kind: 'start'; windowToken: string; keystoreProblem: KeystoreProblem | null }
  /** The answer to `seal`: data in base64 that only the keystore can open. */
  | { kind: 'sealed'; id: number; sealed: string }
  /** The answer to `unseal`. `renewed`: the same key sealed again, to replace the previous data; null: no replacement needed. */
  | { kind: 'unsealed'; id: number; key: string; renewed: string | null }
  /** The answer to either: the keystore refuses. */
  | { kind: 'refused'; id: number }
  /** The typed passphrase after `passphrase_wanted`. */
  | { kind: 'passphrase'; passphrase: string }
  /** The answer to `install`: what happened or what to do, for a person. */
  | { kind: 'installed'; id: number; ok: boolean; sentence: string }
  /** Drain and end. */
  | { kind: 'stop' }
  | { kind: 'ping'; number: number };

/** Why a passphrase is requested: to open the data folder, or to choose the first one. */
export type PassphrasePurpose = 'open' | 'choose';

/** The server's state: counts and names of components, no personal data. */
export interface StateMessage {
  kind: 'state';
  /** The answer of `/readyz`. */
  ready: boolean;
  /** The components that are not ready, with the names of `/readyz`. */
  missing: string[];
  /** Live data: people and companies that need review, open alerts, and records that are processing or waiting. */
  needsReview: number;
  alertsOpen: number;
  processing: number;
  /** Where applicants capture on this machine, such as `http://localhost:8422`; null: nowhere. */
  captureUrl: string | null;
}

/** An error's code (`server/lib/errors.ts`). */
export type FailureCode = string;

/** Messages from the server to the shell. */
export type ServerMessage =
  /** Sent before anything can fail: where the log is. */
  | { kind: 'folders'; dataDir: string; logFile: string }
  /** Seal these 32 bytes (64 hexadecimal digits) with the keystore, or open sealed data. */
  | { kind: 'seal'; id: number; key: string }
  | { kind: 'unseal'; id: number; sealed: string }
  | { kind: 'passphrase_wanted'; purpose: PassphrasePurpose; charsMin: number; refused: boolean }
  | { kind: 'listening'; url: string }
  /** Shown once: the secret of the first API key, and the code for creating the first administrator. */
  | { kind: 'first_key'; key: string }
  | { kind: 'setup_code'; code: string }
  | StateMessage
  | { kind: 'pong'; number: number }
  /** Install this installer, which was verified: a file in the data folder. */
  | { kind: 'install'; id: number; path: string; installer: 'appimage' | 'nsis' | 'dmg' | 'deb'; version: string }
  /** Sent before an orderly end, because the server cannot start. The sentence names the remedy. */
  | { kind: 'failed'; code: FailureCode; sentence: string };

/** A longer text is not a valid message. */
const TEXT_CHARS_MAX = 8_192;
const PARTS_MAX = 64;
const WINDOW_TOKEN = /^[\w-]{43}$/;
const KEY = /^[0-9a-f]{64}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const CODE = /^[a-z][a-z_]{0,63}$/;
const CONSOLE_URL = /^http:\/\/[\w.:[\]-]+$/;

type Field = (value: unknown) => boolean;
/** The fields of a message in addition to its kind. */
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
  state: {
    ready: yesOrNo,
    missing: parts,
    needsReview: count,
    alertsOpen: count,
    processing: count,
    captureUrl: orNull(like(CONSOLE_URL)),
  },
  pong: { number: count },
  install: { id: count, path: text, installer: oneOf('appimage', 'nsis', 'dmg', 'deb'), version: text },
  failed: { code: like(CODE), sentence: text },
};

/** Returns a copy of a shell message with only the fields of its kind; null if it is not valid. */
export const readShellMessage = (value: unknown): ShellMessage | null => read<ShellMessage>(SHELL_FORMS, value);

/** Returns a copy of a server message; null if it is not valid. */
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
