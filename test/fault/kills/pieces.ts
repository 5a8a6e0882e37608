import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { must } from '../../../server/lib/assert.ts';
import { isWholeRun, sampleOf } from '../../support/long.ts';
import { testSeed } from '../../support/random.ts';
import { readKill } from './plan.ts';
import { type Row, runScenario } from './run.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { whyNoTracing } from './system-calls.ts';
import { drawTable } from './table.ts';

/** Test files that divide the whole run, so they run in parallel. */
const PIECES = readdirSync(import.meta.dirname).filter((name) => /^kills.*\.test\.ts$/.test(name)).length;
/** The number of operations that every `npm test` kills. */
const SAMPLE = 1;

const isWhole = isWholeRun();
const asked = process.env['CUSTOS_KILL'];
const alone = asked === undefined ? null : readKill(asked);

function scenariosOf(piece: number): readonly Scenario[] {
  if (alone)
    return [
      must(
        SCENARIOS.find(({ name }) => name === alone.name),
        `no scenario is called "${alone.name}"`,
      ),
    ];
  if (isWhole) return SCENARIOS.filter((_, at) => at % PIECES === piece);
  return sampleOf(
    'kills',
    SCENARIOS.filter(({ kills }) => kills.share > 0),
    SAMPLE,
  );
}

/** The tests of one piece of the whole run. The first piece also has the sample of `npm test`, and the kill that `CUSTOS_KILL` names. */
export function killPiece(piece: number): void {
  const seed = testSeed();
  const rows: Row[] = [];
  const untraced = isWhole || alone ? whyNoTracing() : 'the share takes moments alone';
  console.info(
    `kills: CUSTOS_TEST_SEED=${seed}${isWhole ? ', the whole' : ''}${untraced === null ? '' : `; none within a system call: ${untraced}`}`,
  );
  describe('a kill at any moment loses nothing, doubles nothing and leaves nothing', () => {
    it.each(scenariosOf(piece).map((scenario) => [scenario.name, scenario] as const))(
      'of: %s',
      async (_name, scenario) => {
        const row = await runScenario(scenario, {
          seed,
          isWhole,
          traces: untraced === null,
          ...(alone ? { alone } : {}),
        });
        rows.push(row);
        // A kill after the end proves nothing. Those by time come late where the machine was busier while the operation was measured.
        if (isWhole && !alone) expect(row.inside, 'kills before the answer').toBeGreaterThan(row.kills / 3);
      },
    );
  });
  afterAll(() => console.info(`kills: CUSTOS_TEST_SEED=${seed}\n${drawTable(rows)}`));
}
