import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { within } from './within.ts';

/** Bytes of the files in a folder, including all subfolders. */
export interface FolderSizes {
  measuredAtMs: number;
  totalBytes: number;
  /** By each folder directly in it. */
  folders: Record<string, number>;
}

/** Measuring takes at most a hundredth of the time. */
const RESTS = 100;

/**
 * Measures a folder in the background, one file after the other, because it may hold hundreds of thousands. Each query returns the last measurement.
 * If that is older than `maxAgeMs`, the query starts a new one and waits at most that long for it. A slow measurement counts as current for `RESTS`
 * times its duration, and queries do not wait for its successor. null: none has finished yet.
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
    // A measurement in the future was made before the clock was set back.
    if (last === null || Math.abs(clock.now() - last.measuredAtMs) > Math.max(maxAgeMs, RESTS * tookMs)) {
      // A failed measurement keeps the former sizes.
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
  // Files may appear and disappear meanwhile.
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
