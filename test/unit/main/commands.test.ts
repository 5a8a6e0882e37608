import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../../main/launch/commands.mjs';
import { inWholeRunAlone } from '../../support/long.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const lastStep = (command: string, args: string[]): string[] => planOf(command, args).steps.at(-1)?.args ?? [];

/** The test files that vitest itself finds for these arguments. */
function filesOf(args: string[]): string[] {
  const list = args.map((arg) => (arg === 'run' ? 'list' : arg));
  const { stdout } = spawnSync(process.execPath, [...list, '--filesOnly', '--json'], { cwd: root, encoding: 'utf8' });
  const found = JSON.parse(stdout) as { file: string }[];
  return found.map(({ file }) => relative(root, file).split(sep).join('/'));
}

describe('planOf', () => {
  test('test runs units, integration, samples of faults and random input, the engines once and one walk', () => {
    const args = lastStep('test', []);
    const places = args.filter((arg) => arg.startsWith('test/'));
    expect(places.slice(1, 5)).toEqual(['test/unit', 'test/integration', 'test/fault', 'test/fuzz']);
    expect(places.slice(5)).toEqual([
      expect.stringMatching(/^test\/golden\/[\w-]+\.test\.ts$/),
      expect.stringMatching(/^test\/e2e\/[\w-]+\.test\.ts$/),
    ]);
    for (const place of places) expect(existsSync(join(root, place)), place).toBe(true);
    expect(planOf('test', []).steps[0]?.env).toBeUndefined();
  });

  test('test with a folder runs that folder alone; with another option, all of them', () => {
    expect(lastStep('test', ['test/unit/main'])).not.toContain('test/unit');
    expect(lastStep('test', ['-t', 'name'])).toEqual(expect.arrayContaining(['test/unit', '-t', 'name']));
  });

  test('check looks at format and types before it runs the tests', () => {
    expect(planOf('check', []).steps.map(({ name }) => name)).toEqual(['format', 'types', 'tests']);
    expect(planOf('lint', []).steps.map(({ name }) => name)).toEqual(['format', 'types']);
  });

  test('check:full runs its groups whole, and goes on where one fails', () => {
    const { steps, goesOn } = planOf('check:full', []);
    expect(goesOn).toBe(true);
    expect(steps.slice(0, 3).map(({ name }) => name)).toEqual(['format', 'types', 'audit']);
    for (const { name, env } of steps.slice(3)) expect(env, name).toEqual({ CUSTOS_LONG: 'whole' });
  });

  test('each test file is in exactly one group of check:full', {
    ...inWholeRunAlone('vitest looks for the files of each group'),
  }, () => {
    const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => `test/${path.split(sep).join('/')}`);
    expect(files.length).toBeGreaterThan(400);
    const found = planOf('check:full', [])
      .steps.slice(3)
      .map(({ args }) => filesOf(args));
    expect(found.flat().toSorted()).toEqual(files.toSorted());
    expect(found.every((some) => some.length > 0)).toBe(true);
  });

  test('check:full runs the groups that are named, and says which there are where one is unknown', () => {
    expect(planOf('check:full', ['nth', 'kills']).steps.map(({ name }) => name)).toEqual(['kills', 'nth']);
    expect(() => planOf('check:full', ['kill'])).toThrow(/Unknown group "kill". Known: format, .*kills/);
  });

  test('check:full after the tests repeats no file of theirs that has no longer form', () => {
    const after = planOf('check:full', ['--after-tests']).steps;
    const all = planOf('check:full', []).steps;
    const changed = after.filter((step, at) => step.args.join() !== all[at]?.args.join());
    expect(changed.map(({ name }) => name)).toEqual(['units', 'integration']);
    const again = changed.flatMap(({ args }) =>
      args.filter((arg) => arg.startsWith('test/') && arg.endsWith('.test.ts')),
    );
    const asks = (path: string): boolean =>
      path.endsWith('.ts') && /['/](?:long|rounds)\.ts'/.test(readFileSync(join(root, path), 'utf8'));
    const asking = ['test/unit', 'test/integration', 'test/support'].flatMap((place) =>
      readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
        .map((path) => `${place}/${path.split(sep).join('/')}`)
        .filter(asks),
    );
    // A helper that asks for the whole run would give files a longer form that do not name it. The hub's tests are another group.
    const helpers = ['test/support/hub/database.ts', 'test/support/rounds.ts'];
    expect(asking.toSorted()).toEqual([...again, ...helpers].toSorted());
    expect(again.length).toBeGreaterThan(50);
    expect(planOf('check:full', ['--after-tests', 'kills']).steps.map(({ name }) => name)).toEqual(['kills']);
  });

  test('run passes the file and its arguments, and needs no development packages', () => {
    expect(planOf('run', ['test/demo/demo.ts', '--once'])).toEqual({
      need: 'production',
      steps: [{ name: 'test/demo/demo.ts', args: ['test/demo/demo.ts', '--once'] }],
    });
  });

  test.each([['run'], ['fly']])('%s alone is refused with a sentence', (command) => {
    expect(() => planOf(command, [])).toThrow(/run/);
  });

  test('every program a plan names is a file of the installed packages', () => {
    for (const command of ['test', 'check', 'package', 'package:check']) {
      for (const step of planOf(command, []).steps) {
        const program = step.args[0] ?? '';
        expect(existsSync(join(root, program)), program).toBe(true);
      }
    }
  });

  test('every script of package.json is a command that the launcher knows', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const script of Object.values(scripts)) {
      const [node, program, ...args] = script.split(' ');
      expect([node, existsSync(join(root, program ?? ''))]).toEqual(['node', true]);
      const [command, ...rest] = args;
      if (command !== undefined) expect(planOf(command, rest).steps.length).toBeGreaterThan(0);
    }
  });
});
