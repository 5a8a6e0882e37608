import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readOptions, UsageError } from '../eval/options.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone, sampleOf } from '../support/long.ts';
import { CARDS_SEED } from '../support/specimens/cards/identity-cards.ts';

const PROGRAM = fileURLToPath(new URL('../eval/eval.ts', import.meta.url));

/** Runs the command to its end with an environment that contains only `settings` of the variables that the command reads. */
function run(args: string[], settings: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    env: { ...process.env, CI: '', CUSTOS_CORPUS: '', ...settings },
  });
  return { status, stdout, stderr };
}

test('the corpus comes from the arguments, else from the environment', () => {
  const env = { CUSTOS_CORPUS: '/env' };
  const all = {
    parts: [],
    limit: Number.POSITIVE_INFINITY,
    seed: CARDS_SEED,
    engines: 'both',
    people: 'held-out',
    resume: null,
    peer: null,
    scenes: ['kept', 'tuned'],
  };
  expect(readOptions(['--corpus', '/arg'], env)).toEqual({ corpus: '/arg', ...all });
  expect(readOptions([], env)).toEqual({ corpus: '/env', ...all });
  expect(readOptions([], { CUSTOS_CORPUS: '' })).toEqual({ corpus: null, ...all });
});

test('parts, a limit and a seed can be asked for', () => {
  expect(readOptions(['--faces', '--limit', '20'], {})).toMatchObject({ parts: ['faces'], limit: 20 });
  expect(readOptions(['--documents', '--faces'], {}).parts).toEqual(['documents', 'faces']);
  expect(readOptions(['--cards', '--seed', '7'], {})).toMatchObject({ parts: ['cards'], seed: 7 });
  expect(readOptions(['--engines', 'one'], {}).engines).toBe('one');
  const attacks = ['--liveness', '--people', 'development', '--resume', 'rows.jsonl'];
  expect(readOptions(attacks, {})).toMatchObject({
    parts: ['liveness'],
    people: 'development',
    resume: 'rows.jsonl',
  });
  expect(readOptions(['--corners', '--peer', '/p'], {})).toMatchObject({ parts: ['corners'], peer: '/p' });
  expect(readOptions(['--corners', '--scenes', 'tuned'], {}).scenes).toEqual(['tuned']);
});

test.each([
  [['--engines', 'two']],
  [['--scenes', 'other']],
  [['--limit', '0']],
  [['--limit', 'ten']],
  [['--seed', 'x']],
  [['--corpse', 'x']],
  [['x']],
  [['--corpus']],
])('%j is refused with the usage', (args) => {
  expect(() => readOptions(args, {})).toThrow(UsageError);
  expect(() => readOptions(args, {})).toThrow(/Usage: npm run eval/);
});

test('without a corpus it says so: a failure for a person, none for CI', inWholeRunAlone('1 s'), () => {
  expect(run(['--faces'])).toMatchObject({ status: 2, stdout: expect.stringContaining('CUSTOS_CORPUS') });
  expect(run(['--faces'], { CI: 'true' })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('CUSTOS_CORPUS'),
  });
});

test(
  'a wrong argument ends it with 2, a corpus that cannot be used with 1, each in one sentence',
  inWholeRunAlone('1 s'),
  () => {
    using corpus = tempFolder();
    writeFileSync(join(corpus.path, 'notes.txt'), '');
    expect(run(['--corpse'])).toMatchObject({ status: 2, stderr: expect.stringMatching(/Usage/) });
    const refused: [string[], string][] = [
      [['--corpus', join(corpus.path, 'gone')], 'There is no folder'],
      [['--corpus', corpus.path], 'holds nothing to measure'],
      [['--corpus', corpus.path, '--faces'], 'has no faces/<set>/pairs.csv'],
      [['--corpus', corpus.path, '--documents'], 'has no documents/mrz-truth.json'],
    ];
    for (const [args, message] of sampleOf('refused corpora', refused, 1))
      expect(run(args)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(new RegExp(`^(?!.*\\n.*\\n).*${message}`)),
      });
  },
);
