import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTrace, type Traced } from './trace.ts';
import type { Order, Outcome } from './verify-one.ts';

const SYSTEM_FONTS = '/usr/share/fonts';
const SCRIPT = fileURLToPath(new URL('./verify-one.ts', import.meta.url));
/** Only the loopback interface exists, and it is up. The first argument is mounted over the system's folder of fonts, if there is one. */
const ISOLATED = [
  'unshare',
  '-rnm',
  'sh',
  '-c',
  `ip link set lo up && { [ ! -d ${SYSTEM_FONTS} ] || mount --bind "$1" ${SYSTEM_FONTS}; } && shift && exec "$@"`,
  'sh',
];
const FONT = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
  'LiberationSans-Regular.ttf',
);
const TRACE_ENDED = /\+\+\+ (?:exited|killed)/;
const POLL_MS = 50;
const TRACE_TIMEOUT_MS = 10_000;

/** Whether this machine can give a program an empty network of its own. */
export function canIsolate(): boolean {
  return succeeds([...ISOLATED, '/tmp', 'true']);
}

/** Whether one program on this machine may trace another's system calls. */
export function canTrace(): boolean {
  return succeeds(['strace', '-f', '-o', '/dev/null', '-e', 'trace=openat', 'true']);
}

function succeeds([program = '', ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The outcome of the verification and what the server did; `traced` is null without a tracer. */
export interface Watched {
  outcome: Outcome;
  /** The folder for temporary files, which contained the data folder. */
  temp: string;
  /** The name of a font in every place where a system stores fonts, including those of the user. */
  plantedFont: string;
  traced: Traced | null;
}

/**
 * Runs `verify-one.ts` on packed files in a network namespace that has only the loopback, and traces its server with
 * strace. Fonts are planted where a system stores them.
 *
 * @param folder for the files of the run
 */
export async function verifyAlone(
  packed: Pick<Order, 'program' | 'tree' | 'weightsDir'>,
  folder: string,
  has: { isolation: boolean; tracing: boolean },
): Promise<Watched> {
  const trace = join(folder, 'trace');
  // -D: the server stays our own child and receives our signals.
  const strace = [
    'strace',
    '-D',
    '-f',
    '-y',
    '--seccomp-bpf',
    '-q',
    '-e',
    'trace=open,openat,openat2,connect',
    '-o',
    trace,
  ];
  const order: Order = { ...packed, tracer: has.tracing ? strace : [] };
  const orderFile = join(folder, 'order.json');
  writeFileSync(orderFile, JSON.stringify(order));
  const fonts = plantFonts(folder);
  const isolated = has.isolation ? [...ISOLATED, fonts.folder] : [];
  const [program = '', ...args] = [...isolated, process.execPath, SCRIPT, orderFile];
  const temp = join(folder, 'temp');
  mkdirSync(temp);
  const env = { ...environment(temp), ...fonts.env };
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the packed server did not verify anybody (${code}); the reason is above`);
  const outcome = JSON.parse(Buffer.concat(chunks).toString().trim().split('\n').at(-1) ?? '') as Outcome;
  const traced = has.tracing ? readTrace(await wholeTrace(trace)) : null;
  return { outcome, temp, plantedFont: fonts.name, traced };
}

/** Fonts in a home and in a folder that a fontconfig file names, and the environment that points to both. */
function plantFonts(folder: string): { name: string; folder: string; env: NodeJS.ProcessEnv } {
  const name = 'planted.ttf';
  const home = join(folder, 'home');
  const places = ['system-fonts', 'home/.fonts', 'home/.local/share/fonts'].map((place) => join(folder, place));
  for (const place of places) {
    mkdirSync(place, { recursive: true });
    copyFileSync(FONT, join(place, name));
  }
  const settings = join(folder, 'fonts.conf');
  const dirs = places.map((place) => `<dir>${place}</dir>`).join('');
  writeFileSync(
    settings,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${dirs}</fontconfig>`,
  );
  return { name, folder: join(folder, 'system-fonts'), env: { HOME: home, FONTCONFIG_FILE: settings } };
}

/** Without this machine's settings for other programs: certificates that Node would load and options that it would take. */
function environment(temp: string): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, SSL_CERT_FILE: __, SSL_CERT_DIR: ___, NODE_OPTIONS: ____, ...env } = process.env;
  return { ...env, TMPDIR: temp };
}

/** The tracer ends a moment after the traced program. */
async function wholeTrace(path: string): Promise<string> {
  const deadlineMs = performance.now() + TRACE_TIMEOUT_MS;
  while (performance.now() < deadlineMs) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const first = text.split(' ', 1)[0];
    if (first && text.split('\n').some((line) => line.startsWith(`${first} `) && TRACE_ENDED.test(line))) return text;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('strace did not end with the server');
}
