import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** What a run came to; `skipped` holds each skipped test's name and reason, `timed` each other one's time. */
export interface RunTotals {
  passed: number;
  failed: number;
  skipped: { name: string; reason: string }[];
  timed: { name: string; file: string; ms: number }[];
}

const SLOWEST_SHOWN = 20;

/** Counts a run. A file that could not be loaded and an error outside of any test each count as one failure. */
export function totalsOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): RunTotals {
  const totals: RunTotals = { passed: 0, failed: unhandled.length, skipped: [], timed: [] };
  for (const module of modules) {
    totals.failed += module.errors().length;
    for (const suite of module.children.allSuites()) totals.failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      count(test, totals);
      const ms = test.diagnostic()?.duration;
      if (ms !== undefined) totals.timed.push({ name: test.fullName, file: module.relativeModuleId, ms });
    }
  }
  return totals;
}

function count(test: TestCase, totals: RunTotals): void {
  const result = test.result();
  if (result.state === 'passed') totals.passed += 1;
  else if (result.state === 'skipped')
    totals.skipped.push({ name: test.fullName, reason: reasonOf(test, result.note) });
  else totals.failed += 1;
}

function reasonOf(test: TestCase, note: string | undefined): string {
  return test.meta().skipReason ?? note ?? 'no reason given';
}

/** `skipped: <test>: <reason>` a line, the slowest tests, and last the plain line that scripts read. */
export function summaryLines(totals: RunTotals): string[] {
  const slowest = totals.timed.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN);
  return [
    ...totals.skipped.map(({ name, reason }) => `skipped: ${name}: ${reason}`),
    `the ${slowest.length} slowest:`,
    ...slowest.map(({ name, file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file} > ${name}`),
    `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped.length} skipped`,
  ];
}

/** Prints the summary behind vitest's own report. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    process.stdout.write(`\n${summaryLines(totalsOf(modules, unhandled)).join('\n')}\n`);
  }
}
