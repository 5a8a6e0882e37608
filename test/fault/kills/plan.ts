import { seededRandom } from '../../support/random.ts';
import type { SystemCall } from './system-calls.ts';

/** When a child is killed: at a moment that it counts, as it enters a system call, or some time after it was told to begin. */
export type Kill = { by: 'moment'; at: number } | ({ by: 'call' } & SystemCall) | { by: 'time'; ms: number };

/** The moments, system calls and duration of the operation without a kill. */
export interface Measured {
  moments: number;
  /** In their order; empty if they cannot be traced. */
  calls: readonly SystemCall[];
  /** Null: no kill is timed. */
  ms: number | null;
}

/** The kinds take turns, so each gets a third of the kills, or half. */
const KINDS = ['moment', 'call', 'time'] as const;

export interface Drawn {
  seed: number;
  name: string;
  count: number;
  measured: Measured;
  /** Draw only from this many last moments and calls. */
  last?: number | undefined;
}

/** The kills of one scenario, each in its own part of the whole. The same seed and measures give the same kills. */
export function drawKills({ seed, name, count, measured, last }: Drawn): Kill[] {
  const random = seededRandom((seed ^ hashOf(name)) >>> 0);
  const kinds = KINDS.filter(
    (kind) => kind === 'moment' || (kind === 'call' ? measured.calls.length > 0 : measured.ms !== null),
  );
  /** A position below `length`, in this kill's part. */
  const place = (length: number, share: number): number => {
    const first = Math.max(0, length - (last ?? length));
    return first + Math.floor(share * (length - first));
  };
  return Array.from({ length: count }, (_, i): Kill => {
    const share = (i + random()) / count;
    const kind = kinds[i % kinds.length];
    if (kind === 'time') return { by: 'time', ms: Math.round(share * (measured.ms ?? 0) * 10) / 10 };
    const call = kind === 'call' ? measured.calls[place(measured.calls.length, share)] : undefined;
    return call ? { by: 'call', ...call } : { by: 'moment', at: 1 + place(measured.moments, share) };
  });
}

export function tellKill(kill: Kill): string {
  if (kill.by === 'call') return `${kill.call}:${kill.at}`;
  return kill.by === 'moment' ? `moment:${kill.at}` : `time:${kill.ms}`;
}

/**
 * Only one turn: `NAME:TURN:moment:AT`, `NAME:TURN:time:MS` or `NAME:TURN:fdatasync:AT`, with further kills after a `+`. A failure prints this form.
 */
export function readKill(text: string): { name: string; turn: number; kills: Kill[] } {
  const [, name = '', turn, kills = ''] = /^([^:]+):(\d+):(.+)$/.exec(text) ?? [];
  return { name, turn: Number(turn), kills: kills.split('+').map(readOne) };
}

function readOne(text: string): Kill {
  const [, by, value] = /^(\w+):([\d.]+)$/.exec(text) ?? [];
  if (by === undefined) throw new Error('CUSTOS_KILL is "NAME:TURN:moment:AT" or "NAME:TURN:time:MS"');
  const at = Number(value);
  if (by === 'time') return { by, ms: at };
  return by === 'moment' ? { by, at } : { by: 'call', call: by, at };
}

/** FNV-1a, so scenarios with the same seed draw different kills. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
