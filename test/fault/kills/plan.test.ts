import { describe, expect, it } from 'vitest';
import { drawKills, readKill, tellKill } from './plan.ts';
import { drawTable } from './table.ts';

const CALLS = Array.from({ length: 40 }, (_, i) => ({ call: i % 4 === 3 ? 'fdatasync' : 'pwrite64', at: i + 1 }));
const DRAWN = { seed: 7, name: 'an operation', count: 30, measured: { moments: 20, calls: CALLS, ms: 500 } };

describe('the kills of an operation', () => {
  it('are the same for the same seed, and others for another seed or operation', () => {
    expect(drawKills(DRAWN)).toEqual(drawKills(DRAWN));
    expect(drawKills({ ...DRAWN, seed: 8 })).not.toEqual(drawKills(DRAWN));
    expect(drawKills({ ...DRAWN, name: 'another' })).not.toEqual(drawKills(DRAWN));
  });

  it('are a third each of moments, system calls and times, spread over all of it', () => {
    const kills = drawKills(DRAWN);
    for (const by of ['moment', 'call', 'time']) expect(kills.filter((kill) => kill.by === by)).toHaveLength(10);
    const moments = kills.flatMap((kill) => (kill.by === 'moment' ? [kill.at] : []));
    expect([Math.min(...moments) >= 1, Math.min(...moments) <= 2, Math.max(...moments) >= 18]).toEqual([
      true,
      true,
      true,
    ]);
    expect(Math.max(...moments)).toBeLessThanOrEqual(20);
    for (const kill of kills) if (kill.by === 'call') expect(CALLS).toContainEqual({ call: kill.call, at: kill.at });
  });

  it('are moments alone where nothing else was measured, and of the end alone where that matters', () => {
    const kills = drawKills({ ...DRAWN, measured: { moments: 20, calls: [], ms: null }, last: 5 });
    const moments = kills.map((kill) => (kill.by === 'moment' ? kill.at : 0));
    expect([...new Set(moments)].sort((a, b) => a - b)).toEqual([16, 17, 18, 19, 20]);
  });

  it('can each be named, and read again', () => {
    const kills = drawKills(DRAWN).slice(0, 3);
    const text = `start after a kill:12:${kills.map(tellKill).join('+')}`;
    expect(readKill(text)).toEqual({ name: 'start after a kill', turn: 12, kills });
    expect(() => readKill('decide:1')).toThrow('CUSTOS_KILL');
    expect(() => readKill('decide:1:now')).toThrow('CUSTOS_KILL');
  });
});

it('the table has a line for each operation and one for all', () => {
  const row = { moments: 20, calls: null, kills: 4, inside: 3, restarts: 8, cpuSeconds: 4.26 };
  expect(
    drawTable([
      { name: 'decide', ...row },
      { name: 'erase one', ...row },
    ]).split('\n'),
  ).toEqual([
    'operation  moments  calls  kills    inside  restarts  CPU-s',
    'decide          20             4  3 (75 %)         8    4.3',
    'erase one       20             4  3 (75 %)         8    4.3',
    'all                            8  6 (75 %)        16    8.5',
  ]);
});
