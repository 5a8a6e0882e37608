import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { forkServer, makeKeystore, type ShellServer, WINDOW_TOKEN } from '../support/shell-server.ts';

const PASSPHRASE = 'correct horse battery';
const sealedFile = (folder: string): string => join(folder, 'config', 'custos', 'master.keystore');
const keyFile = (folder: string): string => join(folder, 'config', 'custos', 'master.key');
const settings = (folder: string): unknown => JSON.parse(readFileSync(join(folder, 'data', 'custos.json'), 'utf8'));

async function stopServer(server: ShellServer): Promise<void> {
  server.send({ kind: 'stop' });
  expect(await server.ended).toBe(0);
}

it('makes the key of a new folder in the keystore, starts, drains when told to, and finds the key again after a kill', async () => {
  using folder = tempFolder();
  const keystore = makeKeystore();
  using first = forkServer(folder.path, { keystore });
  const { url } = await first.until('listening');
  const { key } = await first.until('first_key');
  const { code } = await first.until('setup_code');
  // Secrets go only to the window, and the terminal's lines stay.
  await vi.waitFor(() => expect(first.printed()).toContain(`Custos is running at ${url}`), { timeout: 60_000 });
  expect(first.printed()).not.toContain(key);
  expect(first.printed()).not.toContain(code);
  expect(existsSync(keyFile(folder.path))).toBe(false);
  if (process.platform !== 'win32') expect(statSync(sealedFile(folder.path)).mode & 0o777).toBe(0o600);
  expect(settings(folder.path)).toEqual({ master_key_keystore: sealedFile(folder.path) });
  const asked = { headers: { authorization: `Bearer ${key}` } };
  const keys = await (await fetch(`${url}/v1/system/keys`, asked)).json();
  expect(keys).toMatchObject({
    master_key: { kind: 'keystore', path: sealedFile(folder.path), keystore_usable: false },
  });
  first.child.kill('SIGKILL');
  expect(await first.ended).toBe('SIGKILL');

  using second = forkServer(folder.path, { keystore });
  await second.until('listening');
  expect(second.told.filter(({ kind }) => kind === 'seal' || kind === 'first_key')).toEqual([]);
  second.send({ kind: 'ping', number: 7 });
  expect(await second.until('pong')).toEqual({ kind: 'pong', number: 7 });
  await stopServer(second);
  expect(second.printed()).toContain('Stopping');
});

it('says what to do where another keystore does not open the key', async () => {
  using folder = tempFolder();
  using first = forkServer(folder.path, { keystore: makeKeystore() });
  await first.until('listening');
  await stopServer(first);
  for (const keystore of [makeKeystore(), null]) {
    using second = forkServer(folder.path, { keystore });
    const { code, sentence } = await second.until('failed');
    expect(code).toBe('keystore_unavailable');
    expect(sentence).toMatch(/recovery key.*custos backup restore/);
    expect(await second.ended).toBe(1);
  }
  rmSync(sealedFile(folder.path));
  using third = forkServer(folder.path, { keystore: makeKeystore() });
  expect((await third.until('failed')).code).toBe('keystore_unavailable');
});

it('leaves a key file that is there as it is, and finds a sealed key whose configuration was lost', async () => {
  using folder = tempFolder();
  const keystore = makeKeystore();
  using first = forkServer(folder.path, { keystore });
  await first.until('listening');
  await stopServer(first);
  rmSync(join(folder.path, 'data', 'custos.json'));
  using found = forkServer(folder.path, { keystore });
  await found.until('listening');
  await stopServer(found);
  expect(settings(folder.path)).toEqual({ master_key_keystore: sealedFile(folder.path) });

  using other = tempFolder();
  mkdirSync(join(other.path, 'config', 'custos'), { recursive: true });
  writeFileSync(keyFile(other.path), `${'ab'.repeat(32)}\n`, { mode: 0o600 });
  using kept = forkServer(other.path, { keystore });
  await kept.until('listening');
  await stopServer(kept);
  expect(existsSync(sealedFile(other.path))).toBe(false);
  expect(kept.told.some(({ kind }) => kind === 'seal')).toBe(false);
});

it('moves the key into the keystore and out of it while it runs, by the answers of the shell', async () => {
  using folder = tempFolder();
  const keystore = makeKeystore();
  const former = 'cd'.repeat(32);
  mkdirSync(join(folder.path, 'config', 'custos'), { recursive: true });
  writeFileSync(keyFile(folder.path), `${former}\n`, { mode: 0o600 });
  let key = '';
  const ask = async (server: ShellServer, to?: object): Promise<[number, Record<string, unknown>]> => {
    const { url } = await server.until('listening');
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = to === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(to) };
    const answer = await fetch(`${url}/v1/system/${to === undefined ? 'keys' : 'master-key'}`, sent);
    return [answer.status, (await answer.json()) as Record<string, unknown>];
  };

  using refusing = forkServer(folder.path, { keystore: null });
  key = (await refusing.until('first_key')).key;
  expect(await ask(refusing, { kind: 'keystore' })).toMatchObject([409, { code: 'state_conflict' }]);
  expect(readFileSync(keyFile(folder.path), 'utf8').trim()).toBe(former);
  expect(existsSync(sealedFile(folder.path))).toBe(false);
  await stopServer(refusing);

  using first = forkServer(folder.path, { keystore });
  expect((await ask(first))[1]).toMatchObject({ master_key: { kind: 'file', keystore_usable: true } });
  expect(await ask(first, { kind: 'keystore' })).toMatchObject([
    200,
    { kind: 'keystore', path: sealedFile(folder.path), former_removed: true },
  ]);
  expect(existsSync(keyFile(folder.path))).toBe(false);
  expect(settings(folder.path)).toEqual({ master_key_keystore: sealedFile(folder.path) });
  const sealed = Buffer.from(readFileSync(sealedFile(folder.path), 'utf8'), 'base64');
  expect(keystore.unseal(sealed)?.toString('hex')).toBe(former);
  first.child.kill('SIGKILL');
  await first.ended;

  using second = forkServer(folder.path, { keystore });
  expect((await ask(second))[1]).toMatchObject({ master_key: { kind: 'keystore' } });
  expect(await ask(second, { kind: 'passphrase', passphrase: PASSPHRASE })).toMatchObject([
    200,
    { kind: 'passphrase' },
  ]);
  expect(existsSync(sealedFile(folder.path))).toBe(false);
  await stopServer(second);
  using third = forkServer(folder.path, { keystore });
  expect(await third.until('passphrase_wanted')).toMatchObject({ purpose: 'open' });
  third.send({ kind: 'passphrase', passphrase: PASSPHRASE });
  expect((await ask(third))[0]).toBe(200);
  await stopServer(third);
  const printed = [refusing, first, second, third].map((server) => server.printed()).join('');
  const log = readFileSync(join(folder.path, 'data', 'logs', 'custos.log'), 'utf8');
  expect(`${printed}${log}`).not.toMatch(new RegExp(`${former}|horse|${key}`));
});

it('asks for a passphrase where the keystore cannot be used, and again where it was not the right one', async () => {
  using folder = tempFolder();
  using first = forkServer(folder.path, { keystoreProblem: 'basic_text' });
  expect(await first.until('passphrase_wanted')).toMatchObject({ purpose: 'choose', charsMin: 12, refused: false });
  first.send({ kind: 'passphrase', passphrase: 'short' });
  await first.until('passphrase_wanted', ({ refused }) => refused);
  first.send({ kind: 'passphrase', passphrase: PASSPHRASE });
  await first.until('listening');
  await stopServer(first);
  using second = forkServer(folder.path, { keystoreProblem: 'basic_text' });
  expect(await second.until('passphrase_wanted')).toMatchObject({ purpose: 'open', refused: false });
  second.send({ kind: 'passphrase', passphrase: 'wrong horse battery' });
  await second.until('passphrase_wanted', ({ refused }) => refused);
  second.send({ kind: 'passphrase', passphrase: PASSPHRASE });
  await second.until('listening');
  await stopServer(second);
  const kept = [join(folder.path, 'data', 'logs', 'custos.log')].map((path) => readFileSync(path, 'utf8')).join('');
  expect(`${kept}${first.printed()}${second.printed()}`).not.toMatch(/horse/);
  // Headless, the passphrase comes from the environment, as always.
  using headless = forkServer(folder.path, { env: { CUSTOS_PASSPHRASE: PASSPHRASE } });
  await headless.until('listening');
  await stopServer(headless);
});

it('ends immediately on request while it waits for a passphrase, and when the shell has gone', async () => {
  using folder = tempFolder();
  using waiting = forkServer(folder.path, { keystoreProblem: 'unavailable' });
  await waiting.until('passphrase_wanted');
  await stopServer(waiting);
  using left = forkServer(folder.path, { begin: false });
  left.send({ kind: 'start', windowToken: 'too short', keystoreProblem: null });
  left.send({ kind: 'nonsense' });
  left.child.disconnect();
  expect(await left.ended).toBe(0);
  expect(left.told).toEqual([]);
  using orphan = forkServer(folder.path, { keystore: makeKeystore() });
  await orphan.until('listening');
  orphan.child.disconnect();
  expect(await orphan.ended).toBe(0);
});

it('tells the state once it runs, and counts what waits for a reviewer', async () => {
  using folder = tempFolder();
  using server = forkServer(folder.path, { keystore: makeKeystore() });
  const { url } = await server.until('listening');
  const { key } = await server.until('first_key');
  expect(await server.until('state')).toMatchObject({ needsReview: 0, alertsOpen: 0, processing: 0 });
  const created = await fetch(`${url}/v1/kyb/verifications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ company: { legal_name: 'Example Ltd', country: 'GB', address: { country: 'GB' } } }),
  });
  expect(created.status, await created.clone().text()).toBe(201);
  const state = await server.until('state', ({ needsReview }) => needsReview === 1);
  expect(state).toMatchObject({ alertsOpen: 0, processing: 0, ready: state.missing.length === 0 });
  expect(JSON.stringify(server.told)).not.toContain('Example');
  await stopServer(server);
});

it('tells why it cannot start by a code and a sentence', async () => {
  using folder = tempFolder();
  const keystore = makeKeystore();
  using first = forkServer(folder.path, { keystore });
  await first.until('listening');
  expect(first.told[0]).toMatchObject({ kind: 'folders', dataDir: join(folder.path, 'data') });
  using second = forkServer(folder.path, { keystore });
  expect(await second.until('failed')).toMatchObject({ code: 'folder_in_use' });
  expect(await second.ended).toBe(1);
  await stopServer(first);

  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  using third = forkServer(folder.path, { keystore, env: { CUSTOS_PORT: String(port) } });
  const { code, sentence } = await third.until('failed');
  expect([code, sentence]).toEqual(['port_taken', expect.stringContaining(`Port ${port} is in use`)]);
  expect(await third.ended).toBe(1);
  taken.close();

  using wrong = forkServer(folder.path, { keystore, env: { CUSTOS_PORT: 'eighty' } });
  expect((await wrong.until('failed')).code).toBe('invalid_configuration');
});

it('lets operators in with the cookie of the window alone, and API keys as ever', async () => {
  using folder = tempFolder();
  using server = forkServer(folder.path, { keystore: makeKeystore() });
  const { url } = await server.until('listening');
  const { key } = await server.until('first_key');
  const status = async (path: string, headers: Record<string, string>): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, { headers });
    const body = (await answer.json()) as { code?: string };
    return [answer.status, body.code];
  };
  const cookie = `custos_window=${WINDOW_TOKEN}`;
  const foreign = { cookie: `custos_window=${'x'.repeat(43)}` };
  expect(await status('/session', {})).toEqual([403, 'window_required']);
  expect(await status('/session', foreign)).toEqual([403, 'window_required']);
  expect(await status('/session', { cookie: `${cookie}; ${foreign.cookie}` })).toEqual([403, 'window_required']);
  expect(await status('/session', { cookie })).toEqual([200, undefined]);
  expect(await status('/v1/events', { cookie: 'custos_session=abc' })).toEqual([403, 'window_required']);
  expect(await status('/v1/events', { authorization: `Bearer ${key}` })).toEqual([200, undefined]);
  expect(await status('/readyz', {})).toEqual([expect.any(Number), undefined]);
  await stopServer(server);
});
