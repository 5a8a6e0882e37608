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
 * Serves the command line in a running appliance through a socket that only this user can open; a file in the data folder holds its path. The
 * request is one line of JSON, `{args, cwd}`. The answer is lines of JSON, `{out}` or `{err}`, and last `{exit}`. The socket is in the system's
 * folder for temporary files, because a socket's path may have at most 108 bytes.
 */
export async function serveControl(appliance: Appliance): Promise<{ close(): Promise<void> }> {
  const placeFile = join(appliance.config.dataDir, PLACE_FILE);
  removeFormer(placeFile);
  const path = choosePath();
  // Written first, so the next start finds the folder, whenever this process is killed.
  writeFileSync(placeFile, JSON.stringify({ path }), { mode: 0o600 });
  if (process.platform !== 'win32') mkdirSync(dirname(path), { mode: 0o700 });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // A line that is not a valid command gets no answer.
    answer(appliance, socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    // A command that still runs is cut off, and its client reports that.
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

/** Nobody else can have made the folder: its name is random, and creating an existing one fails. */
function choosePath(): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\custos-${process.pid}`;
  return join(socketFolder(), `${FOLDER_PREFIX}${randomBytes(8).toString('hex')}`, SOCKET);
}

/** Removes what a killed process left. It held this data folder, which is ours now, so it no longer runs. */
function removeFormer(placeFile: string): void {
  const path = readPlace(placeFile);
  if (path === null || basename(path) !== SOCKET || !basename(dirname(path)).startsWith(FOLDER_PREFIX)) return;
  rmSync(path, { force: true });
  try {
    rmdirSync(dirname(path));
  } catch {
    // The folder is gone, or holds other files.
  }
}

/** Null if the file is missing or incomplete. */
function readPlace(placeFile: string): string | null {
  try {
    return (JSON.parse(readFileSync(placeFile, 'utf8')) as { path: string }).path;
  } catch {
    return null;
  }
}

/** Under systemd, the runtime folder that it creates: no other process sees the service's folder for temporary files. */
const socketFolder = (): string => process.env['RUNTIME_DIRECTORY'] || tmpdir();

async function answer(appliance: Appliance, socket: Socket): Promise<void> {
  const send = (line: Answer): void => void (socket.writable && socket.write(`${JSON.stringify(line)}\n`));
  // A client that disconnects changes nothing: the command still runs to its end.
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

/** Sends a command to the appliance that runs on this folder. Returns its exit status, or null if none runs. */
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

/** Yields the lines of a socket. The reader passes the socket's errors on, even after its last line, when nobody else may be listening. */
function linesOf(socket: Socket): AsyncIterable<string> {
  return createInterface({ input: socket }).on('error', () => socket.destroy());
}

async function connectTo(placeFile: string): Promise<Socket | null> {
  const path = readPlace(placeFile);
  if (path === null) return null;
  return new Promise((resolve) => {
    const socket = createConnection(path, () => resolve(socket));
    // Left by a process that was killed.
    socket.once('error', () => resolve(null));
  });
}
