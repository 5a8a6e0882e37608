import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone, sampleOf } from '../support/long.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Started extends Disposable {
  child: ChildProcess;
  /** All output so far. */
  printed(): string;
  /** Resolves when this text has been printed; rejects if the process ends before. */
  until(text: string): Promise<void>;
  ended: Promise<number | null>;
}

function start(
  folder: string,
  env: Record<string, string> = {},
  script = 'server/process.ts',
  ...args: string[]
): Started {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      CUSTOS_DATA_DIR: join(folder, 'data'),
      CUSTOS_MASTER_KEY_FILE: join(folder, 'master.key'),
      CUSTOS_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    printed: () => text,
    // A failing test leaves no process behind.
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
    ended,
    async until(wanted) {
      while (!text.includes(wanted)) {
        const over = await Promise.race([
          ended.then(() => true),
          once(child.stdout ?? child, 'data').then(() => false),
        ]);
        if (over && !text.includes(wanted)) throw new Error(`it ended and printed: ${text}`);
      }
    },
  };
}

const readControlPath = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'data', 'control.json'), 'utf8')) as { path: string }).path;

it(
  'says in one sentence why it cannot start, and shows the first key all the same',
  inWholeRunAlone('3 s'),
  async () => {
    using folder = tempFolder();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    using first = start(folder.path, { CUSTOS_PORT: String(port) });
    expect(await first.ended).toBe(1);
    expect(first.printed()).toMatch(
      /^API key \(shown only once, keep it\): sk_live_\S+\nPort \d+ is in use\. [^\n]+\n$/,
    );
    taken.close();
    using elsewhere = start(folder.path, { CUSTOS_HOST: '192.0.2.1' });
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.printed()).toMatch(/^Custos cannot listen on 192\.0\.2\.1, port 0 \(EADDRNOTAVAIL\)\. [^\n]+\n$/);
    writeFileSync(join(folder.path, 'file'), '');
    for (const script of ['server/process.ts', 'server/cli.ts']) {
      using nowhere = start(folder.path, { CUSTOS_DATA_DIR: join(folder.path, 'file') }, script, 'keys', 'list');
      expect(await nowhere.ended).toBe(1);
      expect(nowhere.printed()).toMatch(/^Custos cannot write to the data folder [^\n]+ \(\w+\)\. [^\n]+\n$/);
    }
  },
);

it('ends where a bug shows itself, with what was said in no output and no log', inWholeRunAlone('2 s'), async () => {
  using folder = tempFolder();
  for (const bug of sampleOf('bugs', ['throw error', 'Promise.reject(error)'], 1)) {
    const script = join(folder.path, 'bug.mjs');
    writeFileSync(
      script,
      `import { isMainThread } from 'node:worker_threads';
       const error = new TypeError('Jane Doe');
       if (isMainThread) setTimeout(() => { ${bug} }, 400);`,
    );
    using server = start(folder.path, { NODE_OPTIONS: `--import=${pathToFileURL(script)}` });
    expect(await server.ended).toBe(1);
    expect(server.printed()).toContain('Custos failed and is stopping.');
    const log = readFileSync(join(folder.path, 'data', 'logs', 'custos.log'), 'utf8');
    expect(log).toMatch(/"event":"process.failed".*"error":"TypeError"/);
    expect(log + server.printed()).not.toContain('Jane');
  }
});

it(
  'keeps what it stores to its user, takes no harm from junk, and stops while a command waits',
  inWholeRunAlone('2 s'),
  async () => {
    using folder = tempFolder();
    mkdirSync(join(folder.path, 'data'), { mode: 0o755 });
    using server = start(folder.path);
    await server.until('running at');
    await server.until('Data folder');
    if (process.platform !== 'win32') {
      for (const entry of readdirSync(join(folder.path, 'data'))) {
        expect(statSync(join(folder.path, 'data', entry)).mode & 0o077, entry).toBe(0);
      }
    }
    const path = readControlPath(folder.path);
    const junk = connect(path).on('error', () => {});
    junk.write('{"args": 7}\nnonsense\n');
    await once(junk, 'close');
    const waiting = connect(path).on('error', () => {});
    await once(waiting, 'connect');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.printed()).toContain('Stopping');
    expect(readdirSync(join(folder.path, 'data'))).not.toContain('control.json');
  },
);

const withEngines = inWholeRunAlone('a program with the real engines');

it('finishes an upload that was under way when it was told to stop', withEngines, async () => {
  using folder = tempFolder();
  const key = `sk_live_${'k'.repeat(43)}`;
  using server = start(folder.path, { CUSTOS_API_KEY: key });
  await server.until('running at');
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(server.printed())?.[1]);
  const picture = await sharp({ create: { width: 700, height: 700, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const body = Buffer.concat([
    Buffer.from('--X\r\nContent-Disposition: form-data; name="documents[]"; filename="a.png"\r\n\r\n'),
    picture,
    Buffer.from('\r\n--X--\r\n'),
  ]);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    `POST /v1/verifications HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: multipart/form-data; boundary=X\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 200));
  await server.until('The engines are loaded');
  server.child.kill('SIGTERM');
  await server.until('Stopping');
  // Long enough for everything that does not wait for requests to end.
  await delay(500);
  socket.write(body.subarray(200));
  expect(await server.ended).toBe(0);
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
});

it('imports what is put into its folder for lists, and puts it aside', {
  ...withEngines,
}, async () => {
  using folder = tempFolder();
  const inbox = join(folder.path, 'inbox');
  mkdirSync(inbox);
  writeSmallList(inbox);
  using running = start(folder.path, { CUSTOS_LISTS_INBOX: inbox });
  await running.until('Lists from:');
  await expect.poll(() => readdirSync(join(inbox, 'done')), { interval: 250 }).toEqual(['small-list.csv']);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});
