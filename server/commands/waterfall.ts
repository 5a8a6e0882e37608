import type { EngineCall } from '../pipeline/observe-engines.ts';
/** A timed item: a step, or an engine's call within one. */
export type Span = Pick<EngineCall, 'name' | 'startMs' | 'durationMs'> & Partial<Pick<EngineCall, 'cpuMs' | 'bytes'>>;

export interface StepSpan extends Span {
  calls: Span[];
}

const BAR_CHARS = 40;
const HEAD = ['', 'start ms', 'wall ms', 'CPU ms', 'bytes'];
const WIDTHS = [24, 9, 9, 8, 11];

/** Returns a table with one line for each item and a bar that shows when it ran. The first step begins at 0. */
export function drawWaterfall(steps: readonly StepSpan[]): string[] {
  const zero = steps[0]?.startMs ?? 0;
  const last = steps.at(-1);
  const totalMs = last === undefined ? 0 : last.startMs + last.durationMs - zero;
  const draw = (span: Span, name: string): string => {
    const startMs = span.startMs - zero;
    const cells = [name, whole(startMs), whole(span.durationMs), whole(span.cpuMs), whole(span.bytes)];
    return `${row(cells)}  ${barOf(startMs / totalMs, span.durationMs / totalMs)}`.trimEnd();
  };
  const lines = steps.flatMap((step) => [
    draw(step, step.name),
    ...step.calls.toSorted((a, b) => a.startMs - b.startMs).map((call) => draw(call, `  ${call.name}`)),
  ]);
  return [row(HEAD), ...lines];
}

function row(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(WIDTHS[i] ?? 0) : cell.padStart(WIDTHS[i] ?? 0))).join('');
}

function whole(value: number | undefined): string {
  return value === undefined ? '-' : String(Math.round(value));
}

/** Draws a bar from shares of the whole, 0..1; the shortest bar is one character. */
function barOf(from: number, length: number): string {
  if (!Number.isFinite(from + length)) return '';
  const start = Math.min(BAR_CHARS - 1, Math.floor(from * BAR_CHARS));
  return ' '.repeat(start) + '#'.repeat(Math.max(1, Math.min(BAR_CHARS - start, Math.round(length * BAR_CHARS))));
}
