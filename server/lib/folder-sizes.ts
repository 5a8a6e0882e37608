import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { within } from './within.ts';

/** Bytes of the files in a folder and all below it. */
export interface FolderSizes {
  measuredAtMs: number;
  totalBytes: number;
  /** Of each folder directly in it. */
  folders: Record<string, number>;
}

/** At most a hundredth of the time is spent on measuring. */
const RESTS = 100;

/**
 * Measures a folder in the background, one file after the other, since it may hold hundreds of thousands. Each question is answered by the
 * last measurement, begins another one where that is older than `maxAgeMs`, and waits for it so long at most. One that took long is held
 * for current so many times as long, `RESTS`, and its successor is not waited for. Null: none has ended yet.
 */
export function createFolderSizes(
  folder: string,
  {
    clock,
    maxAgeMs,
    waitMs,
    elapsedMs = () => performance.now(),
  }: { clock: Clock; maxAgeMs: number; waitMs: number; elapsedMs?: () => number },
): () => Promise<FolderSizes | null> {
  let last: FolderSizes | null = null;
  let tookMs = 0;
  let measuring: Promise<void> | null = null;
  const measureAll = async (): Promise<void> => {
    const measuredAtMs = clock.now();
    const beginMs = elapsedMs();
    const folders: Record<string, number> = {};
    let totalBytes = 0;
    for (const { name, bytes, isFolder } of await measureEntries(folder)) {
      totalBytes += bytes;
      if (isFolder) folders[name] = bytes;
    }
    last = { measuredAtMs, totalBytes, folders };
    tookMs = elapsedMs() - beginMs;
  };
  return async () => {
    // One that lies ahead was made before the clock was set back.
    if (last === null || Math.abs(clock.now() - last.measuredAtMs) > Math.max(maxAgeMs, RESTS * tookMs)) {
      // What cannot be measured leaves the former sizes.
      measuring ??= measureAll()
        .catch(() => {})
        .finally(() => {
          measuring = null;
        });
      if (waitMs > 0 && tookMs <= waitMs) await within(measuring, waitMs);
    }
    return last;
  };
}

async function measureEntries(folder: string): Promise<{ name: string; bytes: number; isFolder: boolean }[]> {
  const found: { name: string; bytes: number; isFolder: boolean }[] = [];
  // Files come and go meanwhile.
  const entries = await opendir(folder).catch(() => []);
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const within = await measureEntries(path);
      found.push({ name: entry.name, bytes: within.reduce((sum, { bytes }) => sum + bytes, 0), isFolder: true });
    } else if (entry.isFile()) {
      const { size = 0 } = (await stat(path).catch(() => null)) ?? {};
      found.push({ name: entry.name, bytes: size, isFolder: false });
    }
  }
  return found;
}
