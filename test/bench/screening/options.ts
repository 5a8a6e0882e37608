import { parseArgs } from 'node:util';

export interface BenchOptions {
  names: number;
  queries: number;
  corpus: string | undefined;
  seed: number;
  /** The time for reference answers; only the queries answered in this time are compared. */
  referenceMinutes: number;
  http: boolean;
}

/** `--names N --queries N --corpus DIR --seed N --reference-minutes N --no-http`; `CUSTOS_CORPUS` replaces `--corpus`. */
export function readOptions(args: readonly string[], corpus: string | undefined): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      names: { type: 'string', default: '1000000' },
      queries: { type: 'string', default: '1000' },
      corpus: { type: 'string' },
      seed: { type: 'string', default: '20261' },
      'reference-minutes': { type: 'string', default: '6' },
      http: { type: 'boolean', default: true },
    },
  });
  return {
    names: readNumber('--names', values.names),
    queries: readNumber('--queries', values.queries),
    corpus: values.corpus ?? corpus,
    seed: readNumber('--seed', values.seed),
    referenceMinutes: readNumber('--reference-minutes', values['reference-minutes']),
    http: values.http,
  };
}

function readNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${option} must be a number above 0, not ${text}.`);
  return value;
}
