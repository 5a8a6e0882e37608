import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { lockFolder } from '../db/open.ts';
import { syncFolderNow, writeDurably } from '../lib/durable.ts';
import { AppError } from '../lib/errors.ts';

/** In the data folder: the state of updates. */
export const UPDATES = 'updates';
/** In that folder: an uploaded package that waits for the order to apply it. */
export const CHOSEN = 'chosen';
const JOURNAL = 'journal.json';
const RESULT = 'result.json';
const LOCK = 'update.db';

const journalSchema = z.object({
  /** The id of the package. */
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** The folder whose `current` shows whether the update is complete. */
  home: z.string(),
  begunAtMs: z.int(),
});

/** An update of the program that began and has not ended. */
export type Journal = z.output<typeof journalSchema>;

const resultSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  outcome: z.enum(['applied', 'rolled_back', 'interrupted']),
  /** Why the update failed, for a person; null if it succeeded. */
  reason: z.string().nullable(),
  endedAtMs: z.int(),
  /** Whether the result is in the audit log. */
  noted: z.boolean(),
});

/** How the last update of the program ended. */
export type UpdateResult = z.output<typeof resultSchema>;

const pathOf = (dataDir: string, name: string): string => join(dataDir, UPDATES, name);

/** null: no update is in progress. Throws `invalid_configuration` if the journal cannot be parsed. */
export function readJournal(dataDir: string): Journal | null {
  const path = pathOf(dataDir, JOURNAL);
  try {
    return readJson(path, journalSchema);
  } catch (cause) {
    // Without the journal, a start restores the snapshot that it finds, which is right however the update ended.
    const remedy = 'Move it out of its folder and start again. Custos then undoes the unfinished update.';
    throw new AppError('invalid_configuration', `The file ${path} cannot be read. ${remedy}`, cause);
  }
}

export function writeJournal(dataDir: string, journal: Journal): void {
  mkdirSync(join(dataDir, UPDATES), { recursive: true, mode: 0o700 });
  writeDurably(pathOf(dataDir, JOURNAL), JSON.stringify(journal));
}

/** null: the program was never updated here, or the result cannot be parsed. The result is only informative, so a bad one does not stop a start. */
export function readResult(dataDir: string): UpdateResult | null {
  try {
    return readJson(pathOf(dataDir, RESULT), resultSchema);
  } catch {
    return null;
  }
}

export function writeResult(dataDir: string, result: UpdateResult): void {
  writeDurably(pathOf(dataDir, RESULT), JSON.stringify(result));
}

/** Writes the result first, so no update ends unrecorded. */
export function endJournal(dataDir: string, result: UpdateResult): void {
  writeResult(dataDir, result);
  rmSync(pathOf(dataDir, JOURNAL), { force: true });
  syncFolderNow(join(dataDir, UPDATES));
}

/** The process that applies an update holds this lock from its first change to its end. Throws `folder_in_use` if another process holds it. */
export function lockUpdates(dataDir: string): { release(): void } {
  mkdirSync(join(dataDir, UPDATES), { recursive: true, mode: 0o700 });
  try {
    return lockFolder(pathOf(dataDir, LOCK));
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError('folder_in_use', 'An update is being applied. Wait until it ends, then try again.', cause);
  }
}

function readJson<S extends z.ZodType>(path: string, schema: S): z.output<S> | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return schema.parse(JSON.parse(text));
}
