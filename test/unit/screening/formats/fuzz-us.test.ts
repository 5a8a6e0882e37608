import { expect, test } from 'vitest';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { isWholeRun } from '../../../support/long.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { damage } from './damage.ts';
import { listFile, readList, refusalOf } from './list-file.ts';
import { US_TEXTS } from './samples.ts';

const SEED = testSeed();
const ROUNDS = rounds(150, 8);

test.each(Object.entries(US_TEXTS))(
  `%s, damaged at random (seed ${SEED}), is read or refused with a line, and nothing else happens`,
  async (name, text) => {
    const format = LIST_FORMATS.find((candidate) => candidate.recognises([listFile(name, text)]));
    expect(format?.id).toBeDefined();
    const random = seededRandom(SEED);
    let refused = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = listFile(name, damage(Buffer.from(text), random));
      for (const candidate of LIST_FORMATS) candidate.recognises([file]);
      const outcome = format ? await refusalOf(readList(format, [file])) : '';
      if (outcome === 'it was read') continue;
      refused += 1;
      expect(outcome).toMatch(new RegExp(`^list_invalid: ${name.replace('.', '\\.')}, line \\d+: .+\\.$`));
    }
    // Among a few damaged files, each may still be readable.
    if (isWholeRun()) expect(refused).toBeGreaterThan(ROUNDS / 10);
  },
);
