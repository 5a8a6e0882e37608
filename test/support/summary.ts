import { appendFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** The totals of a run. `failures` names each failed test, `skipped` each skipped one with its reason; `timed` holds the time of each other test. */
export interface RunTotals {
  passed: number;
  failures: string[];
  skipped: { name: string; reason: string }[];
  timed: { name: string; file: string; ms: number }[];
}

const SLOWEST_SHOWN = 20;

/** Counts a run. A file that could not be loaded and an error outside any test each count as one failure. */
export function totalsOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): RunTotals {
  const totals: RunTotals = { passed: 0, failures: [], skipped: [], timed: [] };
  const fail = (where: string, { message }: { message: string }): void =>
    void totals.failures.push(`${where}: ${message}`);
  for (const error of unhandled) fail('outside of any test', error);
  for (const module of modules) {
    const file = module.relativeModuleId;
    for (const error of module.errors()) fail(file, error);
    for (const suite of module.children.allSuites())
      for (const error of suite.errors()) fail(`${file} > ${suite.fullName}`, error);
    for (const test of module.children.allTests()) {
      count(test, file, totals);
      const ms = test.diagnostic()?.duration;
      if (ms !== undefined) totals.timed.push({ name: test.fullName, file, ms });
    }
  }
  return totals;
}

function count(test: TestCase, file: string, totals: RunTotals): void {
  const result = test.result();
  if (result.state === 'passed') totals.passed += 1;
  else if (result.state === 'skipped')
    totals.skipped.push({ name: test.fullName, reason: reasonOf(test, result.note) });
  else totals.failures.push(`${file} > ${test.fullName}: ${result.errors?.[0]?.message ?? result.state}`);
}

function reasonOf(test: TestCase, note: string | undefined): string {
  return test.meta().skipReason ?? note ?? 'no reason given';
}

/** One line `skipped: <test>: <reason>` each, then the slowest tests, and last the plain line that scripts read. */
export function summaryLines(totals: RunTotals): string[] {
  const slowest = totals.timed.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN);
  return [
    ...totals.skipped.map(({ name, reason }) => `skipped: ${name}: ${reason}`),
    `the ${slowest.length} slowest:`,
    ...slowest.map(({ name, file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file} > ${name}`),
    `${totals.passed} passed, ${totals.failures.length} failed, ${totals.skipped.length} skipped`,
  ];
}

/**
 * Prints the summary after vitest's own report. It also appends each failure to the file that `CUSTOS_FAILURES` names,
 * so a script that runs several groups can list them at the end.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const totals = totalsOf(modules, unhandled);
    process.stdout.write(`\n${summaryLines(totals).join('\n')}\n`);
    const file = process.env['CUSTOS_FAILURES'];
    if (file !== undefined) appendFileSync(file, totals.failures.map((failure) => `${failure}\n`).join(''));
  }
}
