import { openReadOnly } from '../db/open.ts';
import { answerInThread } from '../lib/ask-thread.ts';
import { atEnd } from '../lib/at-end.ts';
import { readFigures } from './read.ts';
import type { Figures, FiguresQuery } from './types.ts';

/** The request to the thread. */
export interface FiguresOrder {
  databasePath: string;
  query: FiguresQuery;
}

await answerInThread(({ databasePath, query }: FiguresOrder): Figures => {
  const db = openReadOnly(databasePath);
  using _db = atEnd(() => db.close());
  return readFigures(db, query);
});
