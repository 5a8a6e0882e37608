import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { lockFolder } from '../db/open.ts';
import { syncFolderNow, writeDurably } from '../lib/durable.ts';
import { AppError } from '../lib/errors.ts';

/** In the data folder: what is known of updates. */
export const UPDATES = 'updates';
/** In there: a pack that was sent and waits for its order. */
export const CHOSEN = 'chosen';
const JOURNAL = 'journal.json';
const RESULT = 'result.json';
const LOCK = 'update.db';

const journalSchema = z.object({
  /** The pack's. */
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** The folder whose `current` says whether the update has come through. */
  home: z.string(),
  begunAtMs: z.int(),
});

/** An update of the program that was begun and has not ended. */
export type Journal = z.output<typeof journalSchema>;

const resultSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  outcome: z.enum(['applied', 'rolled_back', 'interrupted']),
  /** Why it did not come through, for a person. */
  reason: z.string().nullable(),
  endedAtMs: z.int(),
  /** Whether it stands in the audit log. */
  noted: z.boolean(),
});

/** How the last update of the program ended. */
export type UpdateResult = z.output<typeof resultSchema>;

const pathOf = (dataDir: string, name: string): string => join(dataDir, UPDATES, name);

/** Null: none is under way. Throws `invalid_configuration` where it cannot be understood. */
export function readJournal(dataDir: string): Journal | null {
  const path = pathOf(dataDir, JOURNAL);
  try {
    return readJson(path, journalSchema);
  } catch (cause) {
    // Without it a snapshot that lies there is given back, which is right wherever an update ended.
    const remedy = 'Move it out of its folder and start again. Custos then undoes the unfinished update.';
    throw new AppError('invalid_configuration', `The file ${path} cannot be read. ${remedy}`, cause);
  }
}

export function writeJournal(dataDir: string, journal: Journal): void {
  mkdirSync(join(dataDir, UPDATES), { recursive: true, mode: 0o700 });
  writeDurably(pathOf(dataDir, JOURNAL), JSON.stringify(journal));
}

/** Null: the program was never updated here, or what was written down of it cannot be understood: it only tells, and ends no start. */
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

/** Its result is written down first, so that no update ends unseen. */
export function endJournal(dataDir: string, result: UpdateResult): void {
  writeResult(dataDir, result);
  rmSync(pathOf(dataDir, JOURNAL), { force: true });
  syncFolderNow(join(dataDir, UPDATES));
}

/** Held by who applies an update, from its first change to its end, however that ends. Throws `folder_in_use` where another does. */
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
