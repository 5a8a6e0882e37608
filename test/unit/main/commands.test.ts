import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../../main/launch/commands.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const lastStep = (command: string, args: string[]): string[] => planOf(command, args).steps.at(-1)?.args ?? [];

describe('planOf', () => {
  test('test runs the unit, integration and fault folders and the short random runs, and nothing slower', () => {
    const args = lastStep('test', []);
    expect(args.filter((arg) => arg.startsWith('test/'))).toEqual([
      'test/vitest.config.ts',
      'test/unit',
      'test/integration',
      'test/fault',
      'test/fuzz',
    ]);
    expect(planOf('test', []).steps[0]?.env).toBeUndefined();
  });

  test('test with a folder runs that folder alone; with another option, all of them', () => {
    expect(lastStep('test', ['test/unit/main'])).not.toContain('test/unit');
    expect(lastStep('test', ['-t', 'name'])).toEqual(expect.arrayContaining(['test/unit', '-t', 'name']));
  });

  test('check looks at format and types before it runs the tests', () => {
    expect(planOf('check', []).steps.map(({ name }) => name)).toEqual(['format and lint', 'types', 'tests']);
    expect(planOf('lint', []).steps.map(({ name }) => name)).toEqual(['format and lint', 'types']);
  });

  test('check:full adds the golden and end-to-end tests, and then the whole of the random runs and kills, once', () => {
    const [all, long] = planOf('check:full', []).steps.slice(-2);
    expect(all?.args).toEqual(expect.arrayContaining(['test/unit', 'test/fault', 'test/golden', 'test/e2e']));
    expect(all?.env).toBeUndefined();
    const places = long?.args.filter((arg) => /^test\/.*(?<!config\.ts)$/.test(arg)) ?? [];
    expect(places).toEqual(expect.arrayContaining(['test/fuzz', 'test/fault/kills']));
    for (const place of places) {
      expect(existsSync(join(root, place)), place).toBe(true);
      const excluded = place.endsWith('.ts') ? place : `${place}/**`;
      expect(all?.args, 'it runs once').toContain(`--exclude=${excluded}`);
    }
    expect(long?.env).toEqual({ CUSTOS_LONG: 'whole' });
    expect(lastStep('check', [])).not.toContain('test/e2e');
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
