import { afterAll, describe, expect, it } from 'vitest';
import { must } from '../../../server/lib/assert.ts';
import { isWholeRun, sampleOf } from '../../support/long.ts';
import { testSeed } from '../../support/random.ts';
import { readKill } from './plan.ts';
import { type Row, runScenario } from './run.ts';
import { SCENARIOS } from './scenarios.ts';
import { whyNoTracing } from './system-calls.ts';
import { drawTable } from './table.ts';

const TURN_TIMEOUT_MS = 60_000;

const seed = testSeed();
const isWhole = isWholeRun();
const asked = process.env['CUSTOS_KILL'];
const alone = asked === undefined ? null : readKill(asked);
const scenarios = alone
  ? SCENARIOS.filter(({ name }) => name === alone.name)
  : sampleOf('kills', SCENARIOS.filter(({ kills }) => isWhole || kills.share > 0), 2);
const rows: Row[] = [];

const untraced = isWhole || alone ? whyNoTracing() : 'the share takes moments alone';

console.info(
  `kills: CUSTOS_TEST_SEED=${seed}${isWhole ? ', the whole' : ''}${untraced === null ? '' : `; none within a system call: ${untraced}`}`,
);

describe('a kill at any moment loses nothing, doubles nothing and leaves nothing', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'of: %s',
    async (_name, scenario) => {
      const row = await runScenario(scenario, {
        seed,
        isWhole,
        traces: untraced === null,
        ...(alone ? { alone } : {}),
      });
      rows.push(row);
      // A kill after the end proves nothing.
      if (isWhole && !alone) expect(row.inside, 'kills before the answer').toBeGreaterThan(row.kills / 2);
    },
    TURN_TIMEOUT_MS * (isWhole ? 20 : 2),
  );
});

afterAll(() => {
  if (alone) must(scenarios[0], `no scenario is called "${alone.name}"`);
  console.info(`kills: CUSTOS_TEST_SEED=${seed}\n${drawTable(rows)}`);
});
