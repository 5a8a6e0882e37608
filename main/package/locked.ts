import type { Target } from './targets.ts';

/** A package in package-lock.json. */
export interface LockedPackage {
  /** Its path: `node_modules/multer/node_modules/type-is`. */
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
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

type Packages = Record<string, LockEntry>;

const FOLDER = 'node_modules/';
/** Programs that only the headless package has; Electron has its own Node. */
const PINNED_NODE = /^node-(?:linux|win|darwin)-(?:x64|arm64)$/;
/**
 * Dependencies that no code of the package uses: they are left out, together with what only they need. `npm run
 * package:check`, which runs the packed program, finds wrong entries.
 */
const NOT_ASKED_FOR: readonly { by: string; name: string }[] = [
  // Only its install script uses it, which downloads graphics drivers: the package is packed as installed.
  { by: 'onnxruntime-node', name: 'adm-zip' },
  { by: 'onnxruntime-node', name: 'global-agent' },
];
const LIBC = { linux: 'glibc', win32: null, darwin: null } as const;

/**
 * Returns the production packages that `target` needs, from package-lock.json alone: no development packages, and only
 * this system's platform packages. The pinned Node is not included.
 *
 * @param lockText package-lock.json of version 3
 */
export function packagesFor(lockText: string, target: Target): LockedPackage[] {
  const { packages } = JSON.parse(lockText) as { packages: Packages };
  const unasked = unaskedFor(packages);
  return Object.entries(packages)
    .filter(([path]) => path.startsWith(FOLDER) && !unasked.has(path))
    .filter(([, entry]) => !entry.dev && !entry.devOptional && suits(entry, target))
    .map(([path, entry]) => ({
      path,
      // An alias has its own name.
      name: entry.name ?? nameAt(path),
      version: entry.version ?? '',
      isOptional: entry.optional === true,
    }))
    .filter(({ name }) => !PINNED_NODE.test(name) && !isWasmTwin(name))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the paths of the packages that are only there because of `NOT_ASKED_FOR`. */
function unaskedFor(packages: Packages): Set<string> {
  const all = reachable(packages, () => true);
  const asked = reachable(packages, (by, name) => !NOT_ASKED_FOR.some((it) => it.by === by && it.name === name));
  return new Set([...all].filter((path) => !asked.has(path)));
}

function reachable(packages: Packages, follows: (by: string, name: string) => boolean): Set<string> {
  const found = new Set(['']);
  // The loop also visits what is added during it.
  for (const path of found) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = follows(nameAt(path), name) ? placeOf(packages, path, name) : null;
      if (place !== null) found.add(place);
    }
  }
  return found;
}

/** Returns the path where Node finds `name` from the package at `path`: inside it, or in an enclosing folder; null: it is not installed. */
function placeOf(packages: Packages, path: string, name: string): string | null {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf(`/${FOLDER}`)))) {
    const place = `${from === '' ? '' : `${from}/`}${FOLDER}${name}`;
    if (place in packages) return place;
    if (from === '') return null;
  }
}

/** Returns the package's own name: the part after the last `node_modules/`. */
export function nameAt(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}

/**
 * Returns whether it is part of sharp as WebAssembly, for systems without a native binary, or one of that part's own
 * dependencies. Every target has a native binary.
 */
function isWasmTwin(name: string): boolean {
  return /^@img\/sharp-(?:.*-)?wasm32$/.test(name) || name === '@emnapi/runtime';
}

function suits({ os, cpu, libc }: LockEntry, { platform, arch }: Target): boolean {
  return allows(os, platform) && allows(cpu, arch) && (libc === undefined || allows(libc, LIBC[platform] ?? ''));
}

/** Applies npm's rule: a list names what is allowed, or with `!` what is excluded. */
function allows(list: string | string[] | undefined, value: string): boolean {
  if (list === undefined) return true;
  const names = typeof list === 'string' ? [list] : list;
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(value);
}
