import { expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/open.ts';
import { seqSince } from '../../../server/db/seq-since.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

function tableOf(rows: readonly { seq: number; at: number }[]) {
  const db = openDatabase(':memory:');
  db.exec('CREATE TABLE log (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO log (seq, at) VALUES (@seq, @at)');
  for (const row of rows) insert.run(row);
  return db;
}

it('finds the first row of a time, with gaps and several of one moment', () => {
  const seed = testSeed();
  const random = seededRandom(seed);
  for (let round = 0; round < 50; round++) {
    const rows: { seq: number; at: number }[] = [];
    let [seq, at] = [Math.floor(random() * 10) + 1, 1_000];
    for (let i = Math.floor(random() * 40); i > 0; i--) {
      rows.push({ seq, at });
      seq += 1 + Math.floor(random() * 3);
      at += Math.floor(random() * 3);
    }
    const db = tableOf(rows);
    for (let since = 999; since < at + 2; since++) {
      const found = seqSince(db, 'log', 'at', since);
      const wanted = rows.filter((row) => row.at >= since);
      expect(
        rows.filter((row) => row.seq >= found),
        `CUSTOS_TEST_SEED=${seed}`,
      ).toEqual(wanted);
    }
    db.close();
  }
});

it('is behind the last row where all are older, and nowhere in particular in an empty table', () => {
  expect(seqSince(tableOf([{ seq: 4, at: 10 }]), 'log', 'at', 11)).toBe(5);
  expect(seqSince(tableOf([]), 'log', 'at', 11)).toBe(1);
});
