import { expect, test } from 'vitest';
import { drawWaterfall } from '../../../server/commands/waterfall.ts';

test('each step is above its calls, the earlier first, with a bar where it ran', () => {
  const calls = [
    { name: 'late', startMs: 160, durationMs: 40, cpuMs: 12.6, bytes: 99 },
    { name: 'early', startMs: 150, durationMs: 10 },
  ];
  const drawn = drawWaterfall([
    { name: 'first', startMs: 100, durationMs: 50, calls: [] },
    { name: 'second', startMs: 150, durationMs: 50, calls },
  ]);
  expect(drawn.slice(1)).toEqual([
    `first                           0       50       -          -  ${'#'.repeat(20)}`,
    `second                         50       50       -          -  ${' '.repeat(20)}${'#'.repeat(20)}`,
    `  early                        50       10       -          -  ${' '.repeat(20)}####`,
    `  late                         60       40      13         99  ${' '.repeat(24)}${'#'.repeat(16)}`,
  ]);
});

test('what took no time at all is drawn without bars', () => {
  expect(drawWaterfall([]).length).toBe(1);
  expect(drawWaterfall([{ name: 'only', startMs: 5, durationMs: 0, calls: [] }])[1]).not.toContain('#');
});
