import { describe, expect, test } from 'vitest';
import type { ShellState } from '../../../main/shell/contract.ts';
import { keystoreOf } from '../../../main/shell/server/keystore.ts';
import { SERVER_LIMITS } from '../../../main/shell/server/limits.ts';
import { type Secret, Supervisor } from '../../../main/shell/server/supervisor.ts';
import { type FakeUtilityProcess, fakeElectron } from '../../support/fake-electron.ts';
import { fakeTimers } from '../../support/fake-timers.ts';

const URL = 'http://127.0.0.1:8420';
const KEY = 'ab'.repeat(32);
const {
  pingEveryMs,
  pingsUnansweredMax,
  startPingsUnansweredMax,
  killWaitMs,
  killedWaitMs,
  drainMs,
  restartAfterMs,
  ranWellMs,
} = SERVER_LIMITS;

/** Promises settle by the next turn. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function rig() {
  const { safeStorage, utilityProcess } = fakeElectron();
  const timers = fakeTimers();
  const phases: string[] = [];
  const secrets: Secret[] = [];
  const killed: number[] = [];
  const installed: unknown[] = [];
  const supervisor = new Supervisor({
    ...timers,
    fork: () => utilityProcess.fork('/server') as never,
    killHard: (pid) => void killed.push(pid),
    keystore: keystoreOf(safeStorage as never, 'linux'),
    windowToken: 'w'.repeat(43),
    onSecret: (secret) => void secrets.push(secret),
    install: async (order) => {
      installed.push(order);
      return { ok: true, sentence: 'done' };
    },
    readLogTail: (path) => [`of ${path}`],
    folderOf: (path) => path.replace(/\/[^/]*$/, ''),
  });
  supervisor.onState(({ phase }: ShellState) => {
    if (phases.at(-1) !== phase) phases.push(phase);
  });
  const child = (): FakeUtilityProcess => utilityProcess.last;
  return {
    supervisor,
    timers,
    safeStorage,
    utilityProcess,
    phases,
    secrets,
    killed,
    installed,
    child,
    tell: (message: object) => void child().emit('message', message),
    async start() {
      supervisor.start();
      await settle();
    },
    /** The server exits by itself, and the test waits for the consequences. */
    async end(code: number) {
      child().end(code);
      await settle();
    },
    async pass(ms: number) {
      timers.pass(ms);
      await settle();
    },
  };
}

describe('the server that runs', () => {
  test('is given the token, and tells where it is, how it does, and what is shown once', async () => {
    const { supervisor, start, child, tell, phases, secrets } = rig();
    await start();
    expect(child().sent).toEqual([{ kind: 'start', windowToken: 'w'.repeat(43), keystoreProblem: null }]);
    const counts = { needsReview: 2, alertsOpen: 1, processing: 0 };
    const state = { kind: 'state', ready: false, missing: ['x'], ...counts, captureUrl: null };
    tell({ kind: 'folders', dataDir: '/data', logFile: '/data/logs/custos.log' });
    tell({ kind: 'first_key', key: 'sk' });
    tell({ kind: 'setup_code', code: 'abc' });
    tell({ kind: 'listening', url: URL });
    tell(state);
    tell({ kind: 'listening', url: 'http://example.org/evil path' });
    tell({ kind: 'nonsense' });
    expect(supervisor.state).toEqual({ phase: 'running', url: URL, told: state });
    expect(supervisor.logFolder).toBe('/data/logs');
    expect(secrets).toEqual([
      { kind: 'first_key', text: 'sk' },
      { kind: 'setup_code', text: 'abc' },
    ]);
    expect(phases).toEqual(['starting', 'running']);
  });

  test('has its key sealed and opened by the keystore', async () => {
    const { start, child, tell, safeStorage } = rig();
    await start();
    tell({ kind: 'seal', id: 0, key: KEY });
    await settle();
    const sealed = child().sent.at(-1)?.['sealed'] as string;
    expect(Buffer.from(sealed, 'base64').toString('utf16le')).not.toContain(KEY);
    tell({ kind: 'unseal', id: 1, sealed });
    await settle();
    expect(child().sent.at(-1)).toEqual({ kind: 'unsealed', id: 1, key: KEY, renewed: null });
    safeStorage.owner = 'another user';
    tell({ kind: 'unseal', id: 2, sealed });
    await settle();
    expect(child().sent.at(-1)).toEqual({ kind: 'refused', id: 2 });
  });

  test('has installers of its data folder put in place, and no others', async () => {
    const { start, child, tell, installed } = rig();
    await start();
    const order = { kind: 'install', id: 1, path: '/data/updates/a.AppImage', installer: 'appimage', version: '2.0.0' };
    tell(order);
    tell({ kind: 'folders', dataDir: '/data', logFile: '/data/logs/custos.log' });
    tell({ ...order, id: 2 });
    for (const path of ['/bin/sh', '/data', '/data/../bin/sh', '/data2/x']) tell({ ...order, id: 3, path });
    await settle();
    expect(installed).toEqual([{ path: order.path, kind: 'appimage', version: '2.0.0' }]);
    const answers = child().sent.filter(({ kind }) => kind === 'installed');
    expect(answers).toContainEqual({ kind: 'installed', id: 2, ok: true, sentence: 'done' });
    expect(answers.filter(({ ok }) => ok === false)).toHaveLength(5);
  });

  test('is asked whether it answers, and is killed and restarted after a minute without an answer', async () => {
    const { start, child, tell, pass, utilityProcess, killed, supervisor } = rig();
    await start();
    tell({ kind: 'listening', url: URL });
    const first = child();
    for (let number = 1; number <= 20; number++) {
      await pass(pingEveryMs);
      expect(first.sent.at(-1)).toEqual({ kind: 'ping', number });
      tell({ kind: 'pong', number });
    }
    await pass(pingEveryMs * pingsUnansweredMax);
    expect(first.argsOf('kill')).toEqual([]);
    await pass(pingEveryMs);
    expect(first.argsOf('kill')).toEqual([[]]);
    // The hung server does not even receive the signal.
    await pass(killWaitMs);
    expect(killed).toEqual([4711]);
    first.end(137);
    expect(supervisor.state).toEqual({ phase: 'waiting', url: null, told: null });
    await pass(restartAfterMs[0]);
    expect(utilityProcess.forked.length).toBe(2);
    expect(child().sent[0]).toMatchObject({ kind: 'start' });
  });

  test('is given half an hour while it starts, and one that a pause of the computer delayed is not taken for hung', async () => {
    const { start, child, tell, pass } = rig();
    await start();
    await pass(pingEveryMs * startPingsUnansweredMax);
    expect(child().argsOf('kill')).toEqual([]);
    tell({ kind: 'pong', number: 1 });
    tell({ kind: 'pong', number: startPingsUnansweredMax });
    tell({ kind: 'listening', url: URL });
    await pass(pingEveryMs * pingsUnansweredMax);
    expect(child().argsOf('kill')).toEqual([]);
    await pass(pingEveryMs);
    expect(child().argsOf('kill')).toEqual([[]]);
  });
});

describe('a server that ends by itself', () => {
  test('is started again with growing pauses, and is given up with the last lines of its log after five ends', async () => {
    const { start, end, pass, tell, phases, supervisor, utilityProcess } = rig();
    await start();
    tell({ kind: 'folders', dataDir: '/data', logFile: '/data/logs/custos.log' });
    for (const [index, delayMs] of restartAfterMs.slice(0, 4).entries()) {
      await end(1);
      await pass(delayMs - 1);
      expect(utilityProcess.forked.length).toBe(index + 1);
      await pass(1);
      expect(utilityProcess.forked.length).toBe(index + 2);
    }
    await end(1);
    await pass(3_600_000);
    expect(utilityProcess.forked.length).toBe(5);
    expect(phases.at(-1)).toBe('failed');
    expect(supervisor.failure).toEqual({
      code: null,
      sentence: null,
      endings: 5,
      logLines: ['of /data/logs/custos.log'],
      logFolder: '/data/logs',
    });
    supervisor.start();
    await settle();
    expect([supervisor.failure, supervisor.state.phase, utilityProcess.forked.length]).toEqual([null, 'starting', 6]);
    // A person started it, so the count starts again.
    await end(1);
    expect(supervisor.state.phase).toBe('waiting');
  });

  test('is forgiven where it ran well in between', async () => {
    const { start, end, pass, tell, supervisor, utilityProcess } = rig();
    await start();
    for (let time = 0; time < 8; time++) {
      tell({ kind: 'listening', url: URL });
      for (let passed = 0; passed < ranWellMs; passed += pingEveryMs) {
        await pass(pingEveryMs);
        tell({ kind: 'pong', number: utilityProcess.last.sent.filter(({ kind }) => kind === 'ping').length });
      }
      await end(139);
      expect(supervisor.state.phase).toBe('waiting');
      await pass(restartAfterMs[0]);
    }
    expect(utilityProcess.forked.length).toBe(9);
  });

  test.each(['folder_in_use', 'port_taken', 'keystore_unavailable', 'disk_full'])(
    'and has told why (%s) is not started again by itself',
    async (code) => {
      const { start, end, pass, tell, child, supervisor, utilityProcess } = rig();
      await start();
      tell({ kind: 'failed', code, sentence: 'Do this.' });
      expect(child().sent.at(-1)).toEqual({ kind: 'stop' });
      await end(1);
      await pass(3_600_000);
      expect(supervisor.failure).toMatchObject({ code, sentence: 'Do this.' });
      expect(utilityProcess.forked.length).toBe(1);
    },
  );

  test('before it begins, where the system has no process for it, is tried again and then given up', async () => {
    const { supervisor, utilityProcess, start, pass } = rig();
    const { fork } = utilityProcess;
    let tries = 0;
    utilityProcess.fork = () => {
      tries += 1;
      throw new Error('EAGAIN');
    };
    await start();
    expect(supervisor.state.phase).toBe('waiting');
    for (const delayMs of restartAfterMs) await pass(delayMs);
    expect([tries, supervisor.state.phase, supervisor.failure?.code]).toEqual([5, 'failed', null]);
    utilityProcess.fork = fork;
    await start();
    expect(utilityProcess.forked).toHaveLength(1);
  });

  test('since its engine has given up takes nothing with it, and is started again', async () => {
    const { start, child, end, supervisor } = rig();
    await start();
    child().emit('error', 'FatalError', 'v8::Heap', '{}');
    await end(5);
    expect(supervisor.state.phase).toBe('waiting');
  });

  test('for a reason that nobody knows is started again', async () => {
    const { start, end, tell, supervisor } = rig();
    await start();
    tell({ kind: 'failed', code: 'internal', sentence: 'See the log.' });
    await end(1);
    expect([supervisor.state.phase, supervisor.failure]).toEqual(['waiting', null]);
  });
});

describe('the passphrase', () => {
  test('goes to the server and nowhere else, and is asked for again where it was wrong', async () => {
    const { start, child, tell, supervisor, safeStorage } = rig();
    safeStorage.backend = 'basic_text';
    await start();
    expect(child().sent[0]).toMatchObject({ keystoreProblem: 'basic_text' });
    expect(supervisor.givePassphrase('correct horse battery')).toBe(false);
    tell({ kind: 'passphrase_wanted', purpose: 'choose', charsMin: 12, refused: false });
    expect(supervisor.state.phase).toBe('passphrase');
    expect(supervisor.passphraseWish).toEqual({ kind: 'choose', because: 'basic_text', charsMin: 12, refused: false });
    expect(supervisor.givePassphrase('short')).toBe(false);
    expect(supervisor.givePassphrase('correct horse battery')).toBe(true);
    expect(child().sent.at(-1)).toEqual({ kind: 'passphrase', passphrase: 'correct horse battery' });
    expect([supervisor.state.phase, supervisor.passphraseWish]).toEqual(['starting', null]);
    tell({ kind: 'passphrase_wanted', purpose: 'open', charsMin: 1, refused: true });
    expect(supervisor.passphraseWish).toMatchObject({ kind: 'open', because: null, refused: true });
    child().end(1);
    expect(supervisor.passphraseWish).toBeNull();
  });
});

describe('drain', () => {
  test('has the server end what it does, once, and tells its exit code', async () => {
    const { start, child, tell, supervisor, pass, utilityProcess } = rig();
    await start();
    tell({ kind: 'listening', url: URL });
    const [first, second] = [supervisor.drain(), supervisor.drain()];
    expect(child().sent.filter(({ kind }) => kind === 'stop')).toHaveLength(1);
    tell({ kind: 'state', ready: false, missing: [], needsReview: 0, alertsOpen: 0, processing: 1, captureUrl: null });
    expect(supervisor.state.phase).toBe('stopping');
    child().end(0);
    expect(await Promise.all([first, second])).toEqual([0, 0]);
    supervisor.start();
    await pass(3_600_000);
    expect(utilityProcess.forked.length).toBe(1);
  });

  test('kills one that takes too long', async () => {
    const { start, child, supervisor, timers } = rig();
    await start();
    const drained = supervisor.drain();
    timers.pass(drainMs);
    expect(child().argsOf('kill')).toEqual([[]]);
    child().end(143);
    expect(await drained).toBe(143);
  });

  test('of one that no kill ends is over all the same', async () => {
    const { start, child, supervisor, timers, killed } = rig();
    await start();
    // Electron has no process id at first, and then has one after all.
    child().pid = undefined;
    const drained = supervisor.drain();
    timers.pass(drainMs);
    child().pid = 4712;
    timers.pass(killWaitMs);
    expect(killed).toEqual([4712]);
    timers.pass(killedWaitMs - killWaitMs);
    expect(await drained).toBe(1);
    child().end(0);
    expect(supervisor.state.phase).toBe('stopping');
  });

  test('waits for nothing where the server does not run, or is about to be started again', async () => {
    const waiting = rig();
    await waiting.start();
    await waiting.end(1);
    expect(await waiting.supervisor.drain()).toBe(0);
    await waiting.pass(3_600_000);
    expect(waiting.utilityProcess.forked.length).toBe(1);
    const early = rig();
    early.supervisor.start();
    expect(await early.supervisor.drain()).toBe(0);
    await settle();
    expect(early.utilityProcess.forked.length).toBe(0);
  });
});
