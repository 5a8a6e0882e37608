// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaunchError } from './launch-error.mjs';

/**
 * One command of the launcher: what must be installed for it, and the programs it runs one after the other: the arguments for the pinned Node, and
 * default environment variables. `inMemory`: its temporary files may be in memory. `goesOn`: the other steps run even if one fails.
 * @typedef {{ name: string, args: string[], env?: Record<string, string>, inMemory?: boolean }} Step
 * @typedef {{ need: 'complete' | 'production', steps: Step[], goesOn?: boolean }} Plan
 */

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts'];
const WHOLE = { CUSTOS_LONG: 'whole' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Folders of which `npm test` runs every file; a file with a longer form names one of these modules. */
const [UNITS, INTEGRATION] = [['test/unit'], ['test/integration']];
const LONGER_FORM = /support\/(?:long|rounds)\.ts'/;
/** An option of `check:full` that `.ci/run` gives. */
const AFTER_TESTS = '--after-tests';

/** What `npm test` runs: unit and integration tests, a sample of the fault and fuzz tests, the real engines once, one walk in the browser. */
const TESTS = [...UNITS, ...INTEGRATION, 'test/fault', 'test/fuzz'];
const ONCE = ['test/golden/card.test.ts', 'test/e2e/console-first.test.ts'];
/** Test files that only share the work of a whole run: the first part of each has the samples. */
const FURTHER_PIECES = ['test/fault/nth/nth-*.test.ts', 'test/fault/kills/kills-*.test.ts'];

const FORMAT = { name: 'format', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] };
const TYPES = { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', '.'] };
const LINT = [FORMAT, TYPES];
const AUDIT = { name: 'audit', args: ['main/package/audit-packages.ts'] };

/** Makes every operation fail at each of its calls, in turn: the longest group. */
const NTH = ['test/fault/nth'];
const KILLS = ['test/fault/kills'];
const ENGINE_FAULTS = ['test/fault/engine-failures.test.ts', 'test/fault/engine-loads.test.ts'];
/** Packs with a substitute for Electron's program, checks everything in the package, and runs it. */
const PACKAGES = ['test/e2e/package.test.ts', 'test/e2e/headless.test.ts'];
const DEMO = ['test/e2e/demo.test.ts'];

/**
 * The groups of `check:full`, in their order; each test file is in exactly one. All run completely: every seed, moment and case.
 * @type {Step[]}
 */
const GROUPS = [
  ...LINT,
  AUDIT,
  group('units', UNITS),
  group('integration', INTEGRATION),
  group('engines', ['test/golden', ...ENGINE_FAULTS]),
  group('faults', ['test/fault'], [...NTH, ...KILLS, ...ENGINE_FAULTS]),
  group('fuzz', ['test/fuzz']),
  group('hub', ['test/hub']),
  group('kills', KILLS),
  group('nth', NTH),
  group('demo', DEMO),
  group('walks', ['test/e2e'], [...DEMO, ...PACKAGES]),
  group('packages', PACKAGES),
];

/** @type {Record<string, ((args: string[]) => Step[]) | undefined>} */
const COMMANDS = {
  test: (args) => [tests(args)],
  lint: () => LINT,
  check: (args) => [...LINT, tests(args)],
  'check:full': groupsOf,
  package: (args) => [{ name: 'package', args: ['main/package/package.ts', ...args] }],
  'package:headless': (args) => [{ name: 'package', args: ['main/package/package.ts', '--headless', ...args] }],
  'package:check': () => groupsOf(['packages']),
  dev: (args) => [{ name: 'server', args: ['--watch', 'server/process.ts', ...args] }],
  hub: (args) => [{ name: 'hub', args: ['server/hub/entry/process.ts', ...args] }],
  run: (args) => [runFile(args)],
};

/**
 * @param {string} command
 * @param {string[]} args the arguments of the command
 * @returns {Plan}
 * @throws {LaunchError} if the command or a group is unknown
 */
export function planOf(command, args) {
  const stepsOf = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (stepsOf === undefined) {
    const known = Object.keys(COMMANDS).map((name) => (name === 'run' ? 'run <file>' : name));
    throw new LaunchError(`Unknown command "${command}". Known: ${known.join(', ')}.`);
  }
  const steps = stepsOf(args);
  if (command === 'check:full') return { need: 'complete', steps, goesOn: true };
  return { need: command === 'run' ? 'production' : 'complete', steps };
}

/** @param {string[]} args files or folders, or options of vitest @returns {Step} */
function tests(args) {
  const all = [...TESTS, ...ONCE, ...FURTHER_PIECES.map((pieces) => `--exclude=${pieces}`)];
  const places = args.some((arg) => arg.startsWith('test/')) ? [] : all;
  return {
    name: 'tests',
    args: [...VITEST, ...places, ...args],
    inMemory: !args.some((arg) => PACKAGES.includes(arg)),
  };
}

/**
 * @param {string} name
 * @param {string[]} places
 * @param {string[]} without places below them that belong to other groups
 * @returns {Step}
 */
function group(name, places, without = []) {
  const excluded = without.map((place) => `--exclude=${place.endsWith('.ts') ? place : `${place}/**`}`);
  return { name, args: [...VITEST, ...places, ...excluded], env: WHOLE, inMemory: places !== PACKAGES };
}

/**
 * @param {string[]} args names of groups; none: all. `--after-tests`: `npm test` has just passed over this tree, so of what it runs in full only
 * the files with a longer form run again
 * @returns {Step[]}
 */
function groupsOf(args) {
  const names = args.filter((arg) => arg !== AFTER_TESTS);
  const groups = args.length === names.length ? GROUPS : GROUPS.map(withoutRepeats);
  const unknown = names.filter((name) => !GROUPS.some((one) => one.name === name));
  if (unknown.length > 0) {
    const known = GROUPS.map(({ name }) => name).join(', ');
    throw new LaunchError(`Unknown group "${unknown.join(', ')}". Known: ${known}.`);
  }
  return names.length === 0 ? groups : groups.filter(({ name }) => names.includes(name));
}

/** @param {Step} step @returns {Step} */
function withoutRepeats(step) {
  const places = [UNITS, INTEGRATION].find(([place]) => step.args.includes(String(place)));
  return places ? group(step.name, places.flatMap(longerFormsIn)) : step;
}

/** @param {string} place @returns {string[]} */
function longerFormsIn(place) {
  return readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .map((path) => `${place}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && LONGER_FORM.test(readFileSync(join(ROOT, path), 'utf8')));
}

/** @param {string[]} args */
function runFile(args) {
  const [file] = args;
  if (file === undefined) throw new LaunchError('"run" needs a file, for example "run test/demo/demo.ts".');
  return { name: file, args };
}
