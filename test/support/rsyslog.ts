import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { skipUnless } from './skip.ts';
import { type ParsedSyslog, parseSyslog } from './syslog.ts';

const PROGRAM = ['/usr/sbin/rsyslogd', '/usr/local/sbin/rsyslogd'].find((path) => existsSync(path));
const hasTls = PROGRAM !== undefined && existsTlsDriver();

function existsTlsDriver(): boolean {
  const found = execFileSync('find', ['/usr/lib', '-name', 'lmnsd_gtls.so'], { encoding: 'utf8' });
  return found.trim() !== '';
}

export const needsRsyslog = skipUnless(PROGRAM !== undefined, 'rsyslogd is missing: apt-get install rsyslog');
export const needsRsyslogTls = skipUnless(
  hasTls,
  'rsyslogd or its TLS driver is missing: apt-get install rsyslog rsyslog-gnutls',
);

export type RsyslogInput =
  | { kind: 'tcp'; port: number }
  | { kind: 'socket'; path: string }
  | { kind: 'tls'; port: number; ca: string; cert: string; key: string; client: boolean };

/** Debian's rsyslogd with its own configuration in a folder; it writes each message as it came to one file. */
export interface Rsyslog {
  input: RsyslogInput;
  /** Changes what it listens with, for the next start. */
  use(input: RsyslogInput): void;
  start(): Promise<void>;
  /** Ends it; SIGKILL by default. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Every message in its file, in order. */
  messages(): ParsedSyslog[];
  /** What rsyslog itself reads: MSGID and severity of each message. */
  readByRsyslog(): string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export function rsyslogIn(folder: string, first: RsyslogInput): Rsyslog {
  mkdirSync(folder, { recursive: true });
  const out = join(folder, 'out.log');
  const read = join(folder, 'read.log');
  let child: ChildProcess | null = null;
  const rsyslog: Rsyslog = {
    input: first,
    use(input) {
      rsyslog.input = input;
    },
    async start() {
      const config = join(folder, 'rsyslog.conf');
      writeFileSync(config, configOf(folder, rsyslog.input, { out, read }));
      child = spawn(PROGRAM ?? '', ['-n', '-f', config, '-i', join(folder, 'pid')], { stdio: 'ignore' });
      await listening(rsyslog.input);
    },
    async kill(signal = 'SIGKILL') {
      const ending = child;
      child = null;
      if (ending === null || ending.exitCode !== null) return;
      const exit = once(ending, 'exit');
      ending.kill(signal);
      await exit;
    },
    messages: () => linesOf(out).map((line) => parseSyslog(Buffer.from(line))),
    readByRsyslog: () => linesOf(read),
    [Symbol.asyncDispose]: () => rsyslog.kill(),
  };
  return rsyslog;
}

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until something is true, at most for this long. */
export async function eventually(isTrue: () => boolean, timeoutMs = 20_000): Promise<void> {
  const endMs = performance.now() + timeoutMs;
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error('it did not come true in time');
    await wait(50);
  }
}

/** A kill may leave the start of a line, which rsyslog continues with the next message: such a line is no message. */
function linesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

function configOf(folder: string, input: RsyslogInput, { out, read }: { out: string; read: string }): string {
  const place = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const tls =
    input.kind === 'tls'
      ? `
global(defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${place('ca.pem', input.ca)}"
  defaultNetstreamDriverCertFile="${place('cert.pem', input.cert)}" defaultNetstreamDriverKeyFile="${place('key.pem', input.key)}")`
      : '';
  const module =
    input.kind === 'socket'
      ? 'module(load="imptcp")'
      : input.kind === 'tcp'
        ? 'module(load="imtcp")'
        : `module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="${input.client ? 'x509/certvalid' : 'anon'}")`;
  const listen =
    input.kind === 'socket'
      ? `input(type="imptcp" path="${input.path}" unlink="on")`
      : `input(type="imtcp" address="127.0.0.1" port="${input.port}")`;
  return `global(workDirectory="${folder}" maxMessageSize="16k" net.enableDNS="off")${tls}
${module}
template(name="raw" type="string" string="%rawmsg%\\n")
template(name="read" type="string" string="%msgid% %syslogseverity% %syslogfacility%\\n")
${listen}
action(type="omfile" file="${out}" template="raw")
action(type="omfile" file="${read}" template="read")
`;
}

async function listening(input: RsyslogInput): Promise<void> {
  const endMs = performance.now() + 20_000;
  for (;;) {
    const socket = input.kind === 'socket' ? connect(input.path) : connect(input.port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    if (performance.now() > endMs) throw new Error('rsyslogd does not listen');
    await wait(50);
  }
}
