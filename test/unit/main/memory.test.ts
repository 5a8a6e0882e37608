import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALLOCATOR, returnMemory } from '../../../main/launch/memory.mjs';

const read = (path: string): string => readFileSync(new URL(`../../../main/${path}`, import.meta.url), 'utf8');

test('a program is started so that it gives memory back, unless its caller has said otherwise', () => {
  expect(returnMemory({ PATH: '/bin' })).toEqual({ PATH: '/bin', ...ALLOCATOR });
  expect(returnMemory({ MALLOC_ARENA_MAX: '8' })).toEqual({ ...ALLOCATOR, MALLOC_ARENA_MAX: '8' });
});

test('a headless package sets the same', () => {
  const launch = read('package/headless/launch');
  for (const [name, value] of Object.entries(ALLOCATOR)) {
    expect(launch).toContain(`"\${${name}:=${value}}"`);
    expect(/^export (.*)$/m.exec(launch)?.[1]?.split(' ')).toContain(name);
  }
});

test.each(['start.mjs', 'custos.mjs'])('%s starts nothing in any other way', (launcher) => {
  const environments = read(launcher).match(/\benv[:=] .*|\benv = .*/g) ?? [];
  const ours = environments.filter((line) => /keepCompiled|process\.env\b/.test(line));
  expect(ours.length).toBeGreaterThan(0);
  for (const line of ours) if (!line.startsWith('env: process.env,')) expect(line).toContain('returnMemory()');
});
