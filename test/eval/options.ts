import { parseArgs } from 'node:util';

/** Arguments that mean nothing; the message says what to give instead. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface EvalOptions {
  /** The corpus folder, or null where none was named. */
  corpus: string | null;
  /** The parts that were asked for by name; none: whatever the corpus has. */
  parts: ('documents' | 'faces')[];
  /** Documents, and pairs of each set, at most. */
  limit: number;
}

const USAGE = 'Usage: npm run eval -- [--corpus DIR] [--documents] [--faces] [--limit N]';

/** `args` without the program; `env` may name the corpus as `CUSTOS_CORPUS`. Throws `UsageError`. */
export function readOptions(args: string[], env: Record<string, string | undefined>): EvalOptions {
  const { corpus, documents, faces, limit } = parse(args);
  const count = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  if (limit !== undefined && !/^[1-9]\d*$/.test(limit))
    throw new UsageError(`--limit must be a whole number from 1 on. ${USAGE}`);
  return {
    corpus: corpus ?? (env['CUSTOS_CORPUS'] || null),
    parts: [...(documents ? (['documents'] as const) : []), ...(faces ? (['faces'] as const) : [])],
    limit: count,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        corpus: { type: 'string' },
        documents: { type: 'boolean' },
        faces: { type: 'boolean' },
        limit: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'Unknown argument'}. ${USAGE}`);
  }
}
