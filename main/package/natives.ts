import { closeSync, openSync, readSync } from 'node:fs';
import type { Target } from './targets.ts';

/** What a native file runs on, by its header; `arch` is null if this table does not know it. */
export interface NativeFile {
  platform: Target['platform'];
  arch: string | null;
}

/** How many bytes of a file `nativeOf` reads. */
export const HEADER_BYTES = 4096;

/** `e_machine` of the ELF header (System V ABI, generic part). */
const ELF_MACHINES: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' };
/** `Machine` of the COFF file header (Microsoft PE format). */
const PE_MACHINES: Readonly<Record<number, string>> = { 34404: 'x64', 43620: 'arm64' };
/** `cputype` of the Mach-O header (mach/machine.h). */
const MACH_MACHINES: Readonly<Record<number, string>> = { 16777223: 'x64', 16777228: 'arm64' };

const ELF_MAGIC = 0x7f454c46;
const ELF_MACHINE_AT = 18;
const MACH_MAGIC_64 = 0xfeedfacf;
const PE_HEADER_AT = 0x3c;
const PE_MAGIC = 0x00004550;

/** Determines from a file's first `HEADER_BYTES` whether it is native code and for which system; null if it is not. */
export function nativeOf(head: Buffer): NativeFile | null {
  if (head.length < 64) return null;
  if (head.readUInt32BE(0) === ELF_MAGIC) {
    return { platform: 'linux', arch: ELF_MACHINES[head.readUInt16LE(ELF_MACHINE_AT)] ?? null };
  }
  if (head.readUInt32LE(0) === MACH_MAGIC_64) {
    return { platform: 'darwin', arch: MACH_MACHINES[head.readUInt32LE(4)] ?? null };
  }
  if (head.toString('latin1', 0, 2) !== 'MZ') return null;
  const at = head.readUInt32LE(PE_HEADER_AT);
  if (at + 6 > head.length || head.readUInt32LE(at) !== PE_MAGIC) return null;
  return { platform: 'win32', arch: PE_MACHINES[head.readUInt16LE(at + 4)] ?? null };
}

/** Returns whether native code of this kind runs on `target`. */
export function runsOn(native: NativeFile, target: Target): boolean {
  return native.platform === target.platform && native.arch === target.arch;
}

/** Returns the native files that a package must hold, as path endings; one of each row is enough. A missing one means a broken package. */
export function requiredNatives({ platform, arch }: Target): readonly (readonly string[])[] {
  const canvas = {
    linux: `canvas-linux-${arch}-gnu`,
    win32: `canvas-win32-${arch}-msvc`,
    darwin: `canvas-darwin-${arch}`,
  };
  const rows = [
    [`better-sqlite3/prebuilds/${platform}-${arch}.node`],
    [`sharp-${platform}-${arch}`],
    [canvas[platform]],
  ];
  // There is no build for Macs with Intel processors: faces are then compared by WebAssembly, as without it.
  if (platform !== 'darwin' || arch === 'arm64') rows.push([`onnxruntime-node/bin/napi-v6/${platform}/${arch}/`]);
  return rows;
}

/** Returns the first `HEADER_BYTES` of a file, or all of a shorter one. */
export function headOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}
