import { describe, expect, test } from 'vitest';
import { readServerMessage, readShellMessage } from '../../../server/desktop-link/messages.ts';

const KEY = 'ab'.repeat(32);
const SHELL = [
  { kind: 'start', windowToken: 'w'.repeat(43), keystoreProblem: null },
  { kind: 'start', windowToken: '-_'.repeat(21).concat('0'), keystoreProblem: 'basic_text' },
  { kind: 'sealed', id: 0, sealed: 'AAAA' },
  { kind: 'unsealed', id: 1, key: KEY, renewed: 'AA==' },
  { kind: 'unsealed', id: 1, key: KEY, renewed: null },
  { kind: 'refused', id: 2 },
  { kind: 'passphrase', passphrase: 'correct horse' },
  { kind: 'stop' },
  { kind: 'ping', number: 7 },
  { kind: 'installed', id: 3, ok: true, sentence: 'It is in place.' },
];
const SERVER = [
  { kind: 'folders', dataDir: '/data', logFile: '/data/logs/custos.log' },
  { kind: 'seal', id: 0, key: KEY },
  { kind: 'unseal', id: 1, sealed: 'AAAA' },
  { kind: 'passphrase_wanted', purpose: 'open', charsMin: 1, refused: true },
  { kind: 'listening', url: 'http://127.0.0.1:8420' },
  { kind: 'listening', url: 'http://[::1]:8420' },
  { kind: 'first_key', key: 'sk_live_a' },
  { kind: 'setup_code', code: 'abc' },
  {
    kind: 'state',
    ready: true,
    missing: ['The face engine is loading.'],
    needsReview: 1,
    alertsOpen: 2,
    processing: 3,
    captureUrl: 'http://127.0.0.1:8422',
  },
  { kind: 'pong', number: 7 },
  { kind: 'install', id: 3, path: '/data/a.exe', installer: 'nsis', version: '0.2.0' },
  { kind: 'failed', code: 'port_taken', sentence: 'Port 8420 is taken.' },
];

/** Values that no field of a message accepts. */
const WRONG = [undefined, Number.NaN, -1, 1.5, {}, [7], 'x'.repeat(9_000), () => {}];

describe.each([
  ['shell', SHELL, readShellMessage],
  ['server', SERVER, readServerMessage],
] as const)('messages of the %s', (_side, messages, read) => {
  test('are read as they are, without what is not theirs', () => {
    for (const message of messages) {
      expect(read(message)).toEqual(message);
      expect(read({ ...message, more: 'junk' })).toEqual(message);
    }
  });

  test('are none where a field is missing or has another form', () => {
    for (const message of messages) {
      for (const name of Object.keys(message)) {
        const { [name as 'kind']: _left, ...rest } = message;
        expect(read(rest), `${message.kind} without ${name}`).toBeNull();
        for (const value of WRONG) {
          expect(read({ ...message, [name]: value }), `${message.kind} with ${name} ${String(value)}`).toBeNull();
        }
      }
    }
  });

  test('are none where they are nothing of the kind', () => {
    for (const value of [null, undefined, 7, 'stop', [], { kind: 'toString' }, { kind: '__proto__' }, new Map()]) {
      expect(read(value)).toBeNull();
    }
  });
});

test.each([
  'https://127.0.0.1:8420',
  'http://127.0.0.1:8420/path',
  'http://user@127.0.0.1:8420',
  'javascript:alert(1)',
])('the console is never at %s', (url) => {
  expect(readServerMessage({ kind: 'listening', url })).toBeNull();
});

test('a token, a key and a code have their forms', () => {
  expect(readShellMessage({ kind: 'start', windowToken: 'short', keystoreProblem: null })).toBeNull();
  expect(readShellMessage({ kind: 'start', windowToken: 'w'.repeat(43), keystoreProblem: 'other' })).toBeNull();
  expect(readServerMessage({ kind: 'seal', id: 0, key: KEY.slice(2) })).toBeNull();
  expect(readServerMessage({ kind: 'failed', code: '<b>', sentence: '' })).toBeNull();
});
