import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POLICY_V1 } from '../../../server/checks/policy.ts';
import { thresholdRules } from '../../../server/checks/thresholds.ts';
import type { DatasetOptions } from '../../../server/datasets/options.ts';
import { AppError } from '../../../server/lib/errors.ts';
import { createIds } from '../../../server/lib/ids.ts';
import { type Lists, openLists } from '../../../server/screening/lists.ts';
import { readEntries, type StoredEntry } from '../../../server/screening/store/entries.ts';
import { activeVersions } from '../../../server/screening/store/versions.ts';
import { fileDatabase } from '../../support/database.ts';

export const NOW_MS = Date.parse('2025-06-15T10:00:00Z');

/** An empty database, a folder for list files, and an import that uses both; disposing removes all of them. */
export function openScreening(packKeys: readonly string[] = []) {
  const dir = mkdtempSync(join(tmpdir(), 'custos-screening-'));
  const db = fileDatabase(join(dir, 'main.db'));
  const clock = { now: () => NOW_MS };
  const newId = createIds(clock);
  const audited: { actor: string; action: string }[] = [];
  const audit = { append: (entry: { actor: string; action: string }) => void audited.push(entry) };
  let changes = 0;
  const onActivated = (): void => {
    changes += 1;
  };
  const workDir = join(dir, 'unpacked');
  const open = (): Promise<Lists> => openLists({ db, clock, newId, audit, packKeys, workDir, onActivated });
  let opened = open();
  return {
    /** The number of times that the search was notified of a change in the lists in force. */
    changes: (): number => changes,
    lists: (): Promise<Lists> => opened,
    /** Does what a start of the process does. */
    reopen(): Promise<Lists> {
      opened = open();
      return opened;
    },
    /** Every entry of the active lists, in the order of their files. */
    entries: (): StoredEntry[] => activeVersions(db).flatMap(({ id }) => [...readEntries(db, id)]),
    /** The entries written to the audit log, oldest first. */
    audited,
    dir,
    db,
    newId,
    rules: thresholdRules(POLICY_V1),
    write(name: string, content: string | Buffer): string {
      const path = join(dir, name);
      writeFileSync(path, content);
      return path;
    },
    importList: async (options: DatasetOptions) => (await opened).importList(options, 'cli'),
    [Symbol.dispose]() {
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The error of a failed import: `code: detail`. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.details.detail}`;
    throw error;
  }
  return 'no failure';
}
