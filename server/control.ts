import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CommandIo } from './commands/io.ts';
import type { Appliance } from './context.ts';

type Answer = { out: string } | { err: string } | { exit: number };

const PLACE_FILE = 'control.json';

/**
 * The way of the command line into a running appliance: a socket that only this user can open, whose place stands in the data
 * folder. One line of JSON asks, `{args, cwd}`; lines of JSON answer, `{out}` or `{err}`, and the last one is `{exit}`. The
 * socket lies in a folder of the system's own for such files, since the path of a socket may have 108 bytes at most.
 */
export async function serveControl(appliance: Appliance): Promise<{ close(): Promise<void> }> {
  const path =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\custos-${process.pid}`
      : join(mkdtempSync(join(socketFolder(), 'custos-')), 'control.sock');
  const placeFile = join(appliance.config.dataDir, PLACE_FILE);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // What is no command of ours gets no answer.
    answer(appliance, socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  writeFileSync(placeFile, JSON.stringify({ path }), { mode: 0o600 });
  return {
    // A command that still waits for its end is cut, and its own side says so.
    close: () =>
      new Promise((resolve) => {
        rmSync(placeFile, { force: true });
        for (const socket of open) socket.destroy();
        server.close(() => {
          if (process.platform !== 'win32') rmSync(dirname(path), { recursive: true, force: true });
          resolve();
        });
      }),
  };
}

/** Under systemd the folder that it makes for sockets: the folder for temporary files is then one that no other process sees. */
const socketFolder = (): string => process.env['RUNTIME_DIRECTORY'] || tmpdir();

async function answer(appliance: Appliance, socket: Socket): Promise<void> {
  const send = (line: Answer): void => void (socket.writable && socket.write(`${JSON.stringify(line)}\n`));
  // A command line that goes away takes nothing with it: what it asked for is done.
  socket.on('error', () => socket.destroy());
  // Few starts are followed by a command, and its modules take time to load.
  const { runCommand } = await import('./commands/run.ts');
  for await (const line of linesOf(socket)) {
    const { args, cwd } = JSON.parse(line) as { args: string[]; cwd: string };
    const exit = await runCommand(appliance, args, { out: (out) => send({ out }), err: (err) => send({ err }), cwd });
    send({ exit });
    socket.end();
    return;
  }
}

/** Has the appliance that runs on this folder do a command. Returns its exit status, or null where none runs. */
export async function askRunning(dataDir: string, args: string[], io: CommandIo): Promise<number | null> {
  const socket = await connectTo(join(dataDir, PLACE_FILE));
  if (!socket) return null;
  socket.write(`${JSON.stringify({ args, cwd: io.cwd })}\n`);
  for await (const line of linesOf(socket)) {
    const answered = JSON.parse(line) as Answer;
    if ('exit' in answered) return answered.exit;
    if ('out' in answered) io.out(answered.out);
    else io.err(answered.err);
  }
  io.err('The appliance stopped before the command had ended.\n');
  return 1;
}

/** The lines of a socket. The reader hands the socket's errors on, also after its last line, and nobody else may be listening. */
function linesOf(socket: Socket): AsyncIterable<string> {
  return createInterface({ input: socket }).on('error', () => socket.destroy());
}

async function connectTo(placeFile: string): Promise<Socket | null> {
  let path: string;
  try {
    path = (JSON.parse(readFileSync(placeFile, 'utf8')) as { path: string }).path;
  } catch {
    return null;
  }
  return new Promise((resolve) => {
    const socket = createConnection(path, () => resolve(socket));
    // Left behind by a process that was killed.
    socket.once('error', () => resolve(null));
  });
}
