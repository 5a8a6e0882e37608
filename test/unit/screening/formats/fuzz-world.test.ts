import { describe, expect, test } from 'vitest';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { isWholeRun } from '../../../support/long.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { damage } from './damage.ts';
import { listFile, readList, refusalOf } from './list-file.ts';
import { archives, WORLD_TEXTS } from './samples.ts';

const SEED = testSeed();
const ROUNDS = rounds(120, 8);
/** Among a few damaged files, each may still be readable. */
const refusedMin = (share: number): number => (isWholeRun() ? ROUNDS * share : -1);

/** The number of refused copies among `ROUNDS` damaged ones. Every refusal must match; any other error is thrown. */
async function countRefusals(name: string, bytes: Buffer, refusal: RegExp): Promise<number> {
  const format = LIST_FORMATS.find((candidate) => candidate.recognises([listFile(name, bytes)]));
  expect(format?.id).toBeDefined();
  const random = seededRandom(SEED);
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = listFile(name, damage(bytes, random));
    for (const candidate of LIST_FORMATS) candidate.recognises([file]);
    const outcome = format ? await refusalOf(readList(format, [file])) : '';
    if (outcome === 'it was read') continue;
    refused += 1;
    expect(outcome).toMatch(refusal);
  }
  return refused;
}

describe(`a list that was damaged at random (seed ${SEED}) is read or refused, and nothing else happens`, () => {
  test.each(Object.keys(WORLD_TEXTS))('%s', async (name) => {
    const refusal = new RegExp(`^list_invalid: ${name.replaceAll('.', '\\.')}, line \\d+: .{10}`);
    expect(await countRefusals(name, Buffer.from(WORLD_TEXTS[name] ?? ''), refusal)).toBeGreaterThan(
      refusedMin(1 / 20),
    );
  });

  test.each(['dfat.xlsx', 'uk.ods'])('%s', async (name) => {
    const bytes = (await archives())[name] ?? Buffer.alloc(0);
    const refusal = new RegExp(`^list_invalid: ${name.replaceAll('.', '\\.')}`);
    expect(await countRefusals(name, bytes, refusal)).toBeGreaterThan(refusedMin(1 / 4));
  });
});
