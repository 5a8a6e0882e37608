import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogger } from '../../../server/lib/log.ts';
import { openLogFile } from '../../../server/lib/log-file.ts';
import { testClock } from '../../support/clock.ts';
import { tempFolder } from '../../support/folder.ts';
import { inWholeRunAlone } from '../../support/long.ts';

it('writes one JSON object a line, with time and level', () => {
  const lines: string[] = [];
  createLogger(testClock(0), (line) => lines.push(line)).warn('list.stale', { list: 'ofac', days: 31 });
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"warn","event":"list.stale","list":"ofac","days":31}',
  ]);
});

it('tells where an error came from but not what it said, since that may hold input', () => {
  const lines: string[] = [];
  const error = Object.assign(new TypeError('cannot parse "Anna Martello"'), { code: 'E_PARSE' });
  createLogger(testClock(), (line) => lines.push(line)).error('job.failed', {}, error);
  expect(lines[0]).not.toContain('Martello');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: 'TypeError',
    code: 'E_PARSE',
    stack: expect.stringContaining('log.test'),
  });
});

it('puts the file aside when it has grown to its limit, and keeps one older file', inWholeRunAlone('1 s'), () => {
  using folder = tempFolder();
  const path = join(folder.path, 'logs', 'custos.log');
  const write = openLogFile(path);
  const line = 'x'.repeat(1024 * 1024);
  for (let i = 0; i < 40; i++) write(line);
  expect(statSync(path).size).toBeLessThan(18 * 1024 * 1024);
  expect(statSync(`${path}.1`).size).toBeLessThan(18 * 1024 * 1024);
  write('last');
  expect(readFileSync(path, 'utf8').endsWith('last\n')).toBe(true);
});

it('goes on when the disk is full, and says later how many lines were lost', () => {
  using folder = tempFolder();
  const path = join(folder.path, 'logs', 'custos.log');
  const write = openLogFile(path);
  write('{"event":"first"}');
  renameSync(path, `${path}.kept`);
  mkdirSync(path);
  write('{"event":"lost"}');
  write('{"event":"lost too"}');
  rmdirSync(path);
  write('{"event":"last"}');
  expect(readFileSync(path, 'utf8')).toBe('{"event":"log.lines_lost","count":2}\n{"event":"last"}\n');
});
