import { parseArgs } from 'node:util';
import { CARDS_SEED } from '../support/specimens/cards/identity-cards.ts';

/** Invalid arguments; the message says what to give instead. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export type EvalPart = 'printed' | 'documents' | 'faces' | 'cards' | 'liveness' | 'authenticity' | 'corners';

export type ScenesPart = 'kept' | 'tuned';

export interface EvalOptions {
  /** The corpus folder, or null if none was given. */
  corpus: string | null;
  /** The requested parts; if empty: the drawn cards, and whatever the corpus has, without the corners and without liveness, which takes an hour. */
  parts: EvalPart[];
  /** The most documents, pairs of each set, and cards. */
  limit: number;
  /** The seed of the drawn cards. */
  seed: number;
  /** Whether printed text is read by the first text engine only, or also by the second one if fields are missing. */
  engines: 'one' | 'both';
  /** Whose portraits the liveness attacks are drawn from. */
  people: 'development' | 'held-out';
  /** A file that keeps the results of each person, to continue after an interruption; null: none. */
  resume: string | null;
  /** A folder with `scanic` installed, which finds corners too; null: ours alone. */
  peer: string | null;
  /** The parts of the scenes for corners: what was used for tuning, and what was kept back. */
  scenes: ScenesPart[];
}

const USAGE =
  'Usage: npm run eval -- [--corpus DIR] [--printed] [--documents] [--faces] [--cards] [--liveness [--people development|held-out] [--resume FILE]] [--authenticity] [--corners [--scenes tuned|kept] [--peer DIR]] [--seed N] [--limit N] [--engines one|both]';
const PARTS: readonly EvalPart[] = ['printed', 'documents', 'faces', 'cards', 'liveness', 'authenticity', 'corners'];

/** `args` without the program; `env` may name the corpus as `CUSTOS_CORPUS`. Throws `UsageError`. */
export function readOptions(args: string[], env: Record<string, string | undefined>): EvalOptions {
  const values = parse(args);
  return {
    corpus: values.corpus ?? (env['CUSTOS_CORPUS'] || null),
    parts: PARTS.filter((part) => values[part]),
    limit: wholeNumber('--limit', values.limit) ?? Number.POSITIVE_INFINITY,
    seed: wholeNumber('--seed', values.seed) ?? CARDS_SEED,
    engines: enginesOf(values.engines),
    people: peopleOf(values.people),
    resume: values.resume ?? null,
    peer: values.peer ?? null,
    scenes: scenesOf(values.scenes),
  };
}

function enginesOf(text = 'both'): EvalOptions['engines'] {
  if (text !== 'one' && text !== 'both') throw new UsageError(`--engines must be one or both. ${USAGE}`);
  return text;
}

function peopleOf(text = 'held-out'): EvalOptions['people'] {
  if (text !== 'development' && text !== 'held-out')
    throw new UsageError(`--people must be development or held-out. ${USAGE}`);
  return text;
}

function scenesOf(text?: string): ScenesPart[] {
  if (text === undefined) return ['kept', 'tuned'];
  if (text !== 'tuned' && text !== 'kept') throw new UsageError(`--scenes must be tuned or kept. ${USAGE}`);
  return [text];
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`${name} must be a whole number from 1 on. ${USAGE}`);
  return text === undefined ? undefined : Number(text);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        corpus: { type: 'string' },
        printed: { type: 'boolean' },
        documents: { type: 'boolean' },
        faces: { type: 'boolean' },
        cards: { type: 'boolean' },
        liveness: { type: 'boolean' },
        people: { type: 'string' },
        resume: { type: 'string' },
        authenticity: { type: 'boolean' },
        corners: { type: 'boolean' },
        peer: { type: 'string' },
        scenes: { type: 'string' },
        seed: { type: 'string' },
        limit: { type: 'string' },
        engines: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'Unknown argument'}. ${USAGE}`);
  }
}
