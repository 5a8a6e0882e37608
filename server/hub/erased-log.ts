import { fsyncSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderNow, withFile, writeAll } from '../lib/durable.ts';
import { LIMITS } from '../lib/limits.ts';
import { monthOf } from './months.ts';

/** A record of a branch that was erased. */
export interface Erased {
  branch: string;
  record: string;
}

/**
 * The erasures of the last months, in files beside the hub's keys. A hub whose database was restored from a backup erases these records again at its
 * start, before it shows any.
 */
export interface ErasedLog {
  append(erased: readonly Erased[], nowMs: number): void;
  read(): Iterable<Erased[]>;
  /** Removes files older than `LIMITS.hubErasedLogMs`. */
  trim(nowMs: number): void;
}

const NAME = /^erased-(\d{6})\.log$/;
const LINE = /^(brn_\w+) (\S+)$/;
const LOT = 1000;

export function openErasedLog(folder: string): ErasedLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = (): string[] =>
    readdirSync(folder)
      .filter((name) => NAME.test(name))
      .toSorted();
  return {
    append(erased, nowMs) {
      if (erased.length === 0) return;
      const lines = erased.map(({ branch, record }) => `${branch} ${record}\n`).join('');
      withFile(join(folder, `erased-${monthOf(nowMs)}.log`), 'a', (file) => {
        writeAll(file, Buffer.from(lines));
        fsyncSync(file);
      });
      syncFolderNow(folder);
    },
    *read() {
      for (const name of files()) {
        const lines = readFileSync(join(folder, name), 'utf8').split('\n');
        for (let from = 0; from < lines.length; from += LOT) {
          yield lines.slice(from, from + LOT).flatMap((line) => {
            // The last line may be cut off by a power failure; its transaction did not commit then.
            const [, branch, record] = LINE.exec(line) ?? [];
            return branch === undefined || record === undefined ? [] : [{ branch, record }];
          });
        }
      }
    },
    trim(nowMs) {
      const oldest = monthOf(nowMs - LIMITS.hubErasedLogMs);
      for (const name of files()) if (Number(NAME.exec(name)?.[1]) < oldest) rmSync(join(folder, name));
    },
  };
}
