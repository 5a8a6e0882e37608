// @ts-check
import { LaunchError } from './launch-error.mjs';

/**
 * One command of the launcher: what must be installed for it, and the programs it runs one after the other, each as
 * arguments for the pinned Node, and what is in its environment unless it is set already.
 * @typedef {{ name: string, args: string[], env?: Record<string, string> }} Step
 * @typedef {{ need: 'complete' | 'production', steps: Step[] }} Plan
 */

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
/** What is drawn or killed at random: a share of it runs with the others, the whole by itself. */
const LONG = [
  'test/fuzz',
  'test/fault/kills',
  'test/fault/nth',
  'test/fault/engine-failures.test.ts',
  'test/fault/engine-loads.test.ts',
];
const TESTS = ['test/unit', 'test/integration', 'test/fault', 'test/fuzz'];
const SLOW_TESTS = ['test/golden', 'test/e2e'];
/** Packs with what stands in for Electron's program, looks at everything in the package, and runs it. */
const PACKAGE_CHECK = ['test/e2e/package.test.ts', 'test/e2e/headless.test.ts'];

const FORMAT = { name: 'format and lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] };
const TYPES = { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', '.'] };
const LINT = [FORMAT, TYPES];

/**
 * @param {string} command
 * @param {string[]} args what stood behind the command
 * @returns {Plan}
 * @throws {LaunchError} where the command is unknown
 */
export function planOf(command, args) {
  switch (command) {
    case 'test':
      return { need: 'complete', steps: [tests(namesFolder(args) ? [] : TESTS, args)] };
    case 'lint':
      return { need: 'complete', steps: LINT };
    case 'check':
      return { need: 'complete', steps: [...LINT, tests(TESTS, args)] };
    case 'check:full':
      return { need: 'complete', steps: [...LINT, ...wholeTests(args)] };
    case 'package':
      return { need: 'complete', steps: [{ name: 'package', args: ['main/package/package.ts', ...args] }] };
    case 'package:headless':
      return { need: 'complete', steps: [{ name: 'package', args: ['main/package/package-headless.ts', ...args] }] };
    case 'package:check':
      return { need: 'complete', steps: [tests(PACKAGE_CHECK, args)] };
    case 'dev':
      return { need: 'complete', steps: [{ name: 'server', args: ['--watch', 'server/process.ts', ...args] }] };
    case 'run':
      return { need: 'production', steps: [runFile(args)] };
    default:
      throw new LaunchError(
        `Unknown command "${command}". Known: test, lint, check, check:full, package, package:headless, package:check, dev, run <file>.`,
      );
  }
}

/** @param {string[]} folders @param {string[]} args */
function tests(folders, args) {
  return { name: 'tests', args: [...VITEST, ...folders, ...args] };
}

/** The random runs come by themselves, as long as they were meant: what else ran beside them would be slowed down. @param {string[]} args */
function wholeTests(args) {
  const others = [...TESTS.filter((place) => !LONG.includes(place)), ...SLOW_TESTS];
  const without = LONG.map((place) => `--exclude=${place.endsWith('.ts') ? place : `${place}/**`}`);
  return [
    tests(others, [...without, ...args]),
    { ...tests(LONG, args), name: 'random runs', env: { CUSTOS_LONG: 'whole' } },
  ];
}

/** @param {string[]} args */
function namesFolder(args) {
  return args.some((arg) => arg.startsWith('test/'));
}

/** @param {string[]} args */
function runFile(args) {
  const [file] = args;
  if (file === undefined) throw new LaunchError('"run" needs a file, such as "run test/demo/demo.ts".');
  return { name: file, args };
}
