import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildIndex } from '../../../server/screening/index/build.ts';
import { countBytes, type IndexData } from '../../../server/screening/index/data.ts';
import { writeIndex } from '../../../server/screening/loader/cache.ts';
import { round } from '../statistics.ts';
import { makeNames } from './names.ts';
import type { SectionResult } from './section.ts';
import type { NameTables } from './tables.ts';

/** The source that the bench's index files name. */
export const SOURCE = 'bench';
const OPEN_PROCESS = fileURLToPath(new URL('open-process.ts', import.meta.url));

export interface BuiltIndex {
  data: IndexData;
  result: SectionResult;
}

/** Memory that searches need beside an index: a sum, a ticket and a list position for each reading, and a number for each word. */
function countTableBytes(data: IndexData): number {
  return 12 * data.readingSubjects.length + 4 * data.textLengths.length;
}

/** Builds the index of `count` names, writes its file and opens that in a separate process. */
export function measureSize(tables: NameTables, count: number, path: string): BuiltIndex {
  // Makes the names first, so their generation is not measured.
  const names = [...makeNames(tables, count)];
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  const data = buildIndex(names);
  const buildSeconds = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  writeIndex(path, data, SOURCE);
  const opened = openElsewhere(path);
  const figures = {
    names: data.size,
    readings: data.readingSubjects.length,
    words: data.textLengths.length,
    build_seconds: round(buildSeconds),
    build_cpu_seconds: round((user + system) / 1e6),
    arrays_mb: round(countBytes(data) / 1e6),
    search_tables_mb: round(countTableBytes(data) / 1e6),
    file_mb: round(statSync(path).size / 1e6),
    ...opened,
  };
  return { data, result: { figures, missed: [] } };
}

/** Time and resident memory for reading and opening the file, as `open-process.ts` measures them in its own process. */
function openElsewhere(path: string): Record<string, number> {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', OPEN_PROCESS, path, SOURCE]);
  if (status !== 0) throw new Error(`Opening the index failed: ${stderr}`);
  return JSON.parse(stdout.toString());
}
