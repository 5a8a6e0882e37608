import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Appliance } from './appliance/appliance.ts';
import type { CommandIo } from './commands/io.ts';

type Answer = { out: string } | { err: string } | { exit: number };

const PLACE_FILE = 'control.json';
const FOLDER_PREFIX = 'custos-';
const SOCKET = 'control.sock';

/**
 * The way of the command line into a running appliance: a socket that only this user can open, whose place stands in the data
 * folder. One line of JSON asks, `{args, cwd}`; lines of JSON answer, `{out}` or `{err}`, and the last one is `{exit}`. The
 * socket lies in a folder of the system's own for such files, since the path of a socket may have 108 bytes at most.
 */
export async function serveControl(appliance: Appliance): Promise<{ close(): Promise<void> }> {
  const placeFile = join(appliance.config.dataDir, PLACE_FILE);
  removeFormer(placeFile);
  const path = choosePath();
  // Written down first, so that the next start finds the folder wherever this process is killed.
  writeFileSync(placeFile, JSON.stringify({ path }), { mode: 0o600 });
  if (process.platform !== 'win32') mkdirSync(dirname(path), { mode: 0o700 });
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

/** Nobody else can have made the folder: its name is drawn, and to make one that is there fails. */
function choosePath(): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\custos-${process.pid}`;
  return join(socketFolder(), `${FOLDER_PREFIX}${randomBytes(8).toString('hex')}`, SOCKET);
}

/** What a process that was killed has left: it held this data folder, which is ours now, so that it runs no more. */
function removeFormer(placeFile: string): void {
  const path = readPlace(placeFile);
  if (path === null || basename(path) !== SOCKET || !basename(dirname(path)).startsWith(FOLDER_PREFIX)) return;
  rmSync(path, { force: true });
  try {
    rmdirSync(dirname(path));
  } catch {
    // It is gone, or holds what is not ours.
  }
}

/** Null where none was written, or it was written in part. */
function readPlace(placeFile: string): string | null {
  try {
    return (JSON.parse(readFileSync(placeFile, 'utf8')) as { path: string }).path;
  } catch {
    return null;
  }
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
  io.err('The appliance stopped before the command finished. Start it, then run the command again.\n');
  return 1;
}

/** The lines of a socket. The reader hands the socket's errors on, also after its last line, and nobody else may be listening. */
function linesOf(socket: Socket): AsyncIterable<string> {
  return createInterface({ input: socket }).on('error', () => socket.destroy());
}

async function connectTo(placeFile: string): Promise<Socket | null> {
  const path = readPlace(placeFile);
  if (path === null) return null;
  return new Promise((resolve) => {
    const socket = createConnection(path, () => resolve(socket));
    // Left behind by a process that was killed.
    socket.once('error', () => resolve(null));
  });
}
