import type { Target } from './targets.ts';

/** A package as package-lock.json names it. */
export interface LockedPackage {
  /** Where it lies: `node_modules/multer/node_modules/type-is`. */
  path: string;
  name: string;
  version: string;
  /** Whether npm installs it only on some systems. */
  isOptional: boolean;
}

interface LockEntry {
  version?: string;
  name?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const FOLDER = 'node_modules/';
/** Programs that only the headless package carries; Electron brings a Node of its own. */
const PINNED_NODE = /^node-(?:linux|win|darwin)-(?:x64|arm64)$/;
const LIBC = { linux: 'glibc', win32: null, darwin: null } as const;

/**
 * The packages of production that `target` needs, by package-lock.json alone: whatever development does not, and of the
 * packages for some systems only those for this one. The pinned Node is not among them.
 *
 * @param lockText package-lock.json of version 3
 */
export function packagesFor(lockText: string, target: Target): LockedPackage[] {
  const { packages } = JSON.parse(lockText) as { packages: Record<string, LockEntry> };
  return Object.entries(packages)
    .filter(([path, entry]) => path.startsWith(FOLDER) && !entry.dev && !entry.devOptional && suits(entry, target))
    .map(([path, entry]) => ({
      path,
      name: nameAt(path),
      version: entry.version ?? '',
      isOptional: entry.optional === true,
    }))
    .filter(({ name }) => !PINNED_NODE.test(name) && !isWasmTwin(name))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The package's own name: what stands behind the last `node_modules/`. */
export function nameAt(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}

/** sharp as WebAssembly, for systems without a binary of their own, with what that alone needs. Every target has one. */
function isWasmTwin(name: string): boolean {
  return /^@img\/sharp-(?:.*-)?wasm32$/.test(name) || name === '@emnapi/runtime';
}

function suits({ os, cpu, libc }: LockEntry, { platform, arch }: Target): boolean {
  return allows(os, platform) && allows(cpu, arch) && (libc === undefined || allows(libc, LIBC[platform] ?? ''));
}

/** npm's rule: a list names what is allowed, or with `!` what is not. */
function allows(list: string | string[] | undefined, value: string): boolean {
  if (list === undefined) return true;
  const names = typeof list === 'string' ? [list] : list;
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(value);
}
