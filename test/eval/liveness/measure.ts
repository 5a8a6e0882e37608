import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { METHOD_VERSION } from '../../../models/liveness/rules.ts';
import { drawMoves } from '../../../server/capture/moves.ts';
import { seededRandom } from '../../support/random.ts';
import type { Bench } from '../measure.ts';
import { type Share, shareOf } from '../rates.ts';
import { ATTACKS, attackWith, encode, type Kind, type Presentation } from './attacks.ts';
import type { Sitter } from './people.ts';
import { type Clip, measureTurns, type TurnsReport } from './turns.ts';

/** How often something was accepted. */
interface Accepted extends Share {
  people: number;
  /** Verdicts and reasons of those that were not accepted, and how often each. */
  refused_as: Record<string, number>;
}

export interface LivenessReport {
  method_version: string;
  people: string;
  seed: number;
  /** Portraits that were left out: no single face that looks ahead. */
  unusable: number;
  attacks: Record<(typeof ATTACKS)[number], Accepted>;
  /** Drawn heads that do as they are asked: no attack, and no real person either. */
  drawn_heads: Accepted;
  turns: TurnsReport | null;
  replay: {
    sequences: number;
    most_likely: number;
    of: number;
    chance_percent: number;
    three_attempts_percent: number;
  };
}

/** The people of an evaluation, by default. */
export const PEOPLE = 60;
const PORTRAIT_SIDE = 500;
/** Draws from the generator of challenges, to compare it with the sum. */
const DRAWS = 72_000;
const ATTEMPTS = 3;

interface Row {
  method: string;
  seed: number;
  person: string;
  shown: Presentation[] | null;
}

/** Draws attacks from the sitters' portraits until `people` of them were usable. Continues after the people that the file `resume` holds. */
export async function measureLiveness(
  { engines, onProgress }: Bench,
  sitters: readonly Sitter[],
  {
    people,
    seed,
    part,
    resume,
    clips,
  }: { people: number; seed: number; part: string; resume: string | null; clips: Clip[] },
): Promise<LivenessReport> {
  const known =
    resume === null ? [] : readRows(resume).filter((row) => row.method === METHOD_VERSION && row.seed === seed);
  const rows: Row[] = [];
  const usable = (): number => rows.filter(({ shown }) => shown !== null).length;
  for (const [i, sitter] of sitters.entries()) {
    if (usable() >= people) break;
    const name = `${part} ${sitter.person}`;
    let row = known.find(({ person }) => person === name);
    if (row === undefined) {
      const shown = await attackOne(engines, sitter, seededRandom(seed + i));
      row = { method: METHOD_VERSION, seed, person: name, shown };
      if (resume !== null) appendFileSync(resume, `${JSON.stringify(row)}\n`);
    }
    rows.push(row);
    onProgress('attacks on liveness, people', usable(), Math.min(people, sitters.length));
  }
  const all = rows.flatMap(({ person, shown }) => (shown ?? []).map((one) => ({ ...one, person })));
  const of = (kind: Kind): Accepted => tally(all.filter((one) => one.kind === kind));
  return {
    method_version: METHOD_VERSION,
    people: part,
    seed,
    unusable: rows.length - usable(),
    attacks: Object.fromEntries(ATTACKS.map((kind) => [kind, of(kind)])) as LivenessReport['attacks'],
    drawn_heads: of('head'),
    turns: clips.length === 0 ? null : await measureTurns(engines, clips),
    replay: chanceOfReplay(),
  };
}

async function attackOne(engines: Bench['engines'], { folder, file }: Sitter, random: () => number) {
  const { data, info } = await sharp(join(folder, file))
    .autoOrient()
    .flatten()
    .toColourspace('srgb')
    .resize(PORTRAIT_SIDE, PORTRAIT_SIDE, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { width: info.width, height: info.height, pixels: new Uint8Array(data) };
  const [measure] = await engines.liveness.measure([await encode(picture)]);
  return measure?.face && measure.faces === 1 ? attackWith(engines, { picture, measure }, random) : null;
}

/** The last line may be half, after an interruption. */
function readRows(path: string): Row[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Row] : []));
}

function tally(shown: readonly (Presentation & { person: string })[]): Accepted {
  const refused_as: Record<string, number> = {};
  for (const { accepted, verdict, reasons } of shown) {
    const key = `${verdict}: ${reasons.join(', ')}`;
    if (!accepted) refused_as[key] = (refused_as[key] ?? 0) + 1;
  }
  const people = new Set(shown.map(({ person }) => person)).size;
  return { ...shareOf(shown.filter(({ accepted }) => accepted).length, shown.length), people, refused_as };
}

/** Counts how often the appliance's own generator draws each sequence, as the chance of a recording that is played again and again. */
function chanceOfReplay(): LivenessReport['replay'] {
  const counts = new Map<string, number>();
  for (let i = 0; i < DRAWS; i++) {
    const sequence = drawMoves().join(' ');
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1);
  }
  const chance = 1 / counts.size;
  const percent = (share: number): number => Math.round(share * 10_000) / 100;
  return {
    sequences: counts.size,
    most_likely: Math.max(...counts.values()),
    of: DRAWS,
    chance_percent: percent(chance),
    three_attempts_percent: percent(1 - (1 - chance) ** ATTEMPTS),
  };
}
