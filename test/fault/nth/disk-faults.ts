import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { armedVariant, type Failing, strikes } from './gate.ts';

/** What a call wants from the system. `create`: to open a file for writing. */
type Want = 'open' | 'create' | 'write' | 'sync' | 'change' | 'read';

interface DiskFailing extends Failing {
  /** The wants that this failure hits. */
  wants: readonly Want[];
}

const WRITES: readonly Want[] = ['create', 'write', 'change'];

/** How a call fails. `short`: the call succeeds, but a write takes only a part, as the system may do. */
export const DISK_FAILURES: readonly DiskFailing[] = [
  { code: 'ENOSPC', ways: ['once', 'on'], wants: [...WRITES, 'sync'] },
  { code: 'EIO', ways: ['once', 'on'], wants: [...WRITES, 'open', 'sync', 'read'] },
  { code: 'EROFS', ways: ['on'], wants: ['create', 'change'] },
  { code: 'EMFILE', ways: ['once'], wants: ['open', 'create'] },
  { code: 'short', ways: ['once'], wants: ['write'] },
];

/** Only the test's folders: Node's and vitest's own reads and writes stay untouched. */
const OURS = join(tmpdir(), 'custos-test-');
const isOurs = (path: unknown): boolean => String(path).startsWith(OURS);

const descriptors = new Set<number>();

const wantOfOpen = (flags: unknown = 'r'): Want =>
  flags === 'r' || (typeof flags === 'number' && (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) === 0)
    ? 'open'
    : 'create';

function errorOf(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: as the test asked for, ${syscall}`), { code, syscall, errno: -1 });
}

/** The error of this call, or null. */
function failure(want: Want, syscall: string): NodeJS.ErrnoException | null {
  const failing = DISK_FAILURES[armedVariant('disk')];
  if (!failing?.wants.includes(want) || failing.code === 'short' || !strikes('disk')) return null;
  return errorOf(failing.code, syscall);
}

const isShort = (): boolean => DISK_FAILURES[armedVariant('disk')]?.code === 'short' && strikes('disk');

/** How many of these bytes a short write takes. */
const lessOf = (length: number): number => Math.max(1, Math.floor(length / 2));

/** The arguments of a write, starting with the bytes. For a short write they cover half of the bytes. */
function shortened(data: Uint8Array | string, rest: unknown[]): unknown[] {
  if (typeof data === 'string') return [data, ...rest];
  const offset = (rest[0] as number | undefined) ?? 0;
  const length = (rest[1] as number | undefined) ?? data.length - offset;
  return length > 1 && isShort() ? [data, offset, lessOf(length), ...rest.slice(2)] : [data, ...rest];
}

const half = (data: unknown): Buffer => {
  const bytes = Buffer.from(data as string);
  return bytes.subarray(0, bytes.length >> 1);
};

// biome-ignore lint/suspicious/noExplicitAny: the functions of node:fs have many forms, and are passed on as they are
type Fn = (...args: any[]) => any;
type Fns = Record<string, Fn>;

/** Calls by path, and what they want. `rm` is a change that a full disk allows, but the other failures do not. */
const BY_PATH: Readonly<Record<string, Want>> = {
  rename: 'change',
  unlink: 'change',
  rm: 'change',
  rmdir: 'change',
  mkdir: 'change',
  mkdtemp: 'change',
  copyFile: 'change',
  truncate: 'change',
  readFile: 'open',
  readdir: 'open',
  opendir: 'open',
  stat: 'read',
  lstat: 'read',
  realpath: 'read',
  writeFile: 'create',
  appendFile: 'create',
};

const isFree = (name: string): boolean =>
  DISK_FAILURES[armedVariant('disk')]?.code === 'ENOSPC' && /^(?:rm|unlink)/.test(name);

/** From here on every call of node:fs on the test's folders asks the gate. None waits for the disk, because no power failure happens here. */
export function installDiskFaults(): void {
  const real = { ...fs } as unknown as Fns;
  const promised = { ...fs.promises } as unknown as Fns;
  const sync = fs as unknown as Fns;
  const promises = fs.promises as unknown as Fns;
  for (const [name, want] of Object.entries(BY_PATH)) {
    patchSync(sync, real, name, want);
    const original = promised[name] as Fn;
    promises[name] = async (path, ...rest) => {
      const error = isOurs(path) && !isFree(name) ? failure(want, name) : null;
      if (error) throw error;
      return original(path, ...rest);
    };
  }
  patchDescriptors(sync, real);
  patchStreams(sync, real);
  patchHandles(promises, promised);
  syncBuiltinESMExports();
}

function patchSync(sync: Fns, real: Fns, name: string, want: Want): void {
  const original = real[`${name}Sync`] as Fn;
  sync[`${name}Sync`] = (path, ...rest) => {
    const known = typeof path === 'number' ? descriptors.has(path) : isOurs(path);
    const wanted = typeof path === 'number' && want === 'create' ? 'write' : want;
    const error = known && !isFree(name) ? failure(wanted, name) : null;
    if (!error) return original(path, ...rest);
    // A file that is being written when the disk gets full contains a part.
    if (want === 'create') real['writeFileSync']?.(path, half(rest[0]));
    throw error;
  };
}

function patchDescriptors(sync: Fns, real: Fns): void {
  sync['openSync'] = (path, flags, mode) => {
    const error = isOurs(path) ? failure(wantOfOpen(flags), 'open') : null;
    if (error) throw error;
    const fd = real['openSync']?.(path, flags, mode);
    if (isOurs(path)) descriptors.add(fd);
    return fd;
  };
  sync['closeSync'] = (fd) => {
    descriptors.delete(fd);
    return real['closeSync']?.(fd);
  };
  sync['writeSync'] = (fd, data, ...rest) => {
    if (!descriptors.has(fd)) return real['writeSync']?.(fd, data, ...rest);
    const error = failure('write', 'write');
    if (error) throw error;
    return real['writeSync']?.(fd, ...shortened(data, rest));
  };
  for (const [name, want] of [
    ['fsyncSync', 'sync'],
    ['readSync', 'read'],
    ['ftruncateSync', 'change'],
  ] as const) {
    sync[name] = (fd, ...rest) => {
      const error = descriptors.has(fd) ? failure(want, name) : null;
      if (error) throw error;
      return want === 'sync' && descriptors.has(fd) ? undefined : real[name]?.(fd, ...rest);
    };
  }
}

/** The calls that streams of node:fs use. */
function patchStreams(sync: Fns, real: Fns): void {
  sync['open'] = (path, ...rest) => {
    const done = rest.pop() as Fn;
    const error = isOurs(path) ? failure(wantOfOpen(rest[0]), 'open') : null;
    if (error) return process.nextTick(done, error);
    real['open']?.(path, ...rest, (failed: unknown, fd: number) => {
      if (!failed && isOurs(path)) descriptors.add(fd);
      done(failed, fd);
    });
  };
  sync['close'] = (fd, ...rest) => {
    descriptors.delete(fd);
    return real['close']?.(fd, ...rest);
  };
  for (const [name, want] of [
    ['write', 'write'],
    ['writev', 'write'],
    ['read', 'read'],
    ['fsync', 'sync'],
  ] as const) {
    sync[name] = (fd, ...rest) => {
      const error = descriptors.has(fd) ? failure(want, name) : null;
      if (error) return process.nextTick(rest.at(-1) as Fn, error);
      if (name === 'write' && descriptors.has(fd) && rest.length === 5 && rest[2] > 1 && isShort()) {
        rest[2] = lessOf(rest[2]);
      }
      return real[name]?.(fd, ...rest);
    };
  }
}

function patchHandles(promises: Fns, promised: Fns): void {
  const known = new WeakSet<object>();
  let isPatched = false;
  promises['open'] = async (path, flags, mode) => {
    const error = isOurs(path) ? failure(wantOfOpen(flags), 'open') : null;
    if (error) throw error;
    const handle = (await promised['open']?.(path, flags, mode)) as object;
    if (isOurs(path)) known.add(handle);
    if (!isPatched) patchPrototype(Object.getPrototypeOf(handle), known);
    isPatched = true;
    return handle;
  };
}

function patchPrototype(prototype: Fns, known: WeakSet<object>): void {
  for (const [name, want] of [
    ['write', 'write'],
    ['writev', 'write'],
    ['writeFile', 'write'],
    ['appendFile', 'write'],
    ['sync', 'sync'],
    ['datasync', 'sync'],
    ['read', 'read'],
    ['readFile', 'read'],
    ['truncate', 'change'],
  ] as const) {
    const original = prototype[name] as Fn;
    prototype[name] = async function (this: object, ...args) {
      if (!known.has(this)) return original.apply(this, args);
      const error = failure(want, name);
      if (error) {
        if (name === 'appendFile' || name === 'writeFile') await original.call(this, half(args[0]));
        throw error;
      }
      if (want === 'sync') return undefined;
      return original.apply(this, name === 'write' ? shortened(args[0], args.slice(1)) : args);
    };
  }
}
