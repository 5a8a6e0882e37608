import { fstatSync, fsyncSync, readdirSync, readSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../lib/disk-full.ts';
import { syncFolderNow, withFile, writeAll } from '../lib/durable.ts';
import { type Outlet, ReceiverFailure } from './outlet.ts';
import type { ReceiverPlace } from './settings.ts';

type FilePlace = Extract<ReceiverPlace, { kind: 'file' }>;

const NAME = 'custos-security';
/** The group may read: programs that collect logs usually run as another user. */
const MODE = 0o640;
const NEWLINE = 10;

/** Appends lines to `custos-security.jsonl`. Full files become `custos-security.1.jsonl`, the newest, and so on. */
export function openFile({ folder, fileBytesMax, filesKept }: FilePlace): Outlet {
  const path = join(folder, `${NAME}.jsonl`);
  const guarded = async (work: () => void): Promise<void> => {
    try {
      work();
    } catch (cause) {
      throw new ReceiverFailure(isDiskFull(cause) ? 'disk_full' : 'file_failed', cause);
    }
  };
  return {
    write: (lines) =>
      guarded(() => {
        for (let from = 0; from < lines.length; ) {
          const written = append(path, lines.slice(from), fileBytesMax);
          if (written === 0) rotate(folder, filesKept);
          from += written;
        }
      }),
    finish: () => guarded(() => withFile(path, 'a+', fsyncSync, MODE)),
    drop() {},
  };
}

/** Returns how many lines fit; the first always fits into an empty file. */
function append(path: string, lines: readonly Buffer[], bytesMax: number): number {
  return withFile(
    path,
    'a+',
    (file) => {
      const { size } = fstatSync(file);
      let bytes = size;
      const fits = lines.findIndex((line) => {
        bytes += line.length;
        return bytes > bytesMax && bytes > line.length;
      });
      const fitting = lines.slice(0, fits < 0 ? lines.length : fits);
      // A power cut may have left the start of a line; the whole line follows.
      const torn = size > 0 && lastByte(file, size) !== NEWLINE ? [Buffer.from('\n')] : [];
      if (fitting.length > 0) writeAll(file, Buffer.concat([...torn, ...fitting]));
      fsyncSync(file);
      return fitting.length;
    },
    MODE,
  );
}

function lastByte(file: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, size - 1);
  return byte[0];
}

/** Gives each full file the next number, the oldest first, and removes what is beyond `kept`. */
function rotate(folder: string, kept: number): void {
  const numbers = readdirSync(folder)
    .flatMap((name) => new RegExp(`^${NAME}\\.(\\d{1,6})\\.jsonl$`).exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
  const pathOf = (number: number): string => join(folder, number === 0 ? `${NAME}.jsonl` : `${NAME}.${number}.jsonl`);
  for (const number of [...numbers, 0]) {
    if (number >= kept) rmSync(pathOf(number), { force: true });
    else renameSync(pathOf(number), pathOf(number + 1));
  }
  syncFolderNow(folder);
}
