import { LAYOUTS } from '../layout.ts';
import type { Net } from '../net/net.ts';
import { CLASSES, NONE } from '../net/shape.ts';
import { type Aligned, chainsOf, toAligned } from './align.ts';
import type { Chain } from './chains.ts';
import { isSeen, type Scan, type Sight, type Spot, sampleAt } from './sample.ts';
import { STEP } from './window.ts';

/** The sampling distance on the first line, in places; a character is visible from about as many. */
const STRIDE = 4;
/** If more than this share of the characters is uncertain, the lines are not an MRZ, or are upside down. */
const UNSURE_MAX = 0.5;
/** After this many rounds of extra samples, every place is sampled instead. */
const ROUNDS_MAX = 6;
/** Logarithm of the probability below which the class without a character is not trusted. */
const NONE_MIN = Math.log(0.5);

/**
 * Guesses where the characters of all `sights`, lines of one MRZ from the top, may be, the likeliest first: these lines begin below one another and
 * share one pitch, so a few samples of the first line are enough. The number of lines must be that of a format; otherwise finds nothing.
 */
export async function guessPlaces(net: Net, sights: readonly Sight[]): Promise<number[][]> {
  const [first] = sights;
  const fitting = LAYOUTS.filter(({ masks }) => masks.length === sights.length);
  if (first === undefined || fitting.length === 0) return [];
  const places = Array.from({ length: Math.ceil(first.places / STRIDE) }, (_, i) => i * STRIDE);
  await sampleAt(net, openSpots(first, places));
  const chains = chainsOf(joined(first), [...new Set(fitting.map(({ width }) => width))]);
  const found = chains.filter((chain) => chain !== null);
  return found.toSorted((a, b) => b.score - a.score).map((chain) => chain.places);
}

/**
 * Reads the lines of an MRZ from few samples: at the `places` where their characters may be, next to those less probable than `beside`, and one
 * character beyond the ends, until the best chains do not change. Returns null if that does not converge soon, or if the lines continue.
 */
export async function glance(
  net: Net,
  sights: readonly Sight[],
  places: readonly number[],
  beside: number,
): Promise<Aligned[] | null> {
  const pitch = pitchOf(places) * STEP;
  let spots = sights.flatMap((sight) => openSpots(sight, [...places, ...endsOf(places)]));
  for (let round = 0; round <= ROUNDS_MAX; round++) {
    await sampleAt(net, spots);
    const lines = sights.map((sight) => ({ sight, chain: chainsOf(sight, [places.length], { pitch })[0] }));
    if (!lines.every(isFound) || goOn(lines)) return null;
    const unsure = lines.map(({ sight, chain }) =>
      chain.places.filter((place) => Math.exp(sight.best[place] as number) < beside),
    );
    if (beside < 1 && unsure.flat().length > UNSURE_MAX * places.length * sights.length) return null;
    spots = lines.flatMap(({ sight, chain }, i) => {
      const around = (unsure[i] ?? []).flatMap((place) => [place - 1, place + 1]);
      return openSpots(sight, [...around, ...endsOf(chain.places)]);
    });
    if (spots.length === 0) return lines.map(({ sight, chain }) => toAligned(sight, chain));
  }
  return null;
}

/** A line whose characters are at the places of a chain. */
interface Line {
  sight: Sight;
  chain: Chain;
}

function isFound(line: { sight: Sight; chain: Chain | null | undefined }): line is Line {
  return Boolean(line.chain);
}

/** Returns the mean distance from one to the next. */
function pitchOf(places: readonly number[]): number {
  return ((places.at(-1) ?? 0) - (places[0] ?? 0)) / (places.length - 1);
}

/** Returns where the characters before the first and after the last would be. */
function endsOf(places: readonly number[]): [number, number] {
  const pitch = Math.round(pitchOf(places));
  return [(places[0] ?? 0) - pitch, (places.at(-1) ?? 0) + pitch];
}

/** Returns whether each line continues beyond at least one end, not necessarily the same one: they are of a longer format. */
function goOn(lines: readonly Line[]): boolean {
  const further = lines.flatMap(({ sight, chain }) => endsOf(chain.places).filter((end) => isCharacter(sight, end)));
  return further.length >= lines.length;
}

/** Returns whether the place was sampled and showed a character. */
function isCharacter(sight: Sight, place: number): boolean {
  return isSeen(sight, place) && (sight.logs[place * CLASSES + NONE] as number) < NONE_MIN;
}

/** Returns the places that were not sampled. */
function openSpots(sight: Sight, places: readonly number[]): Spot[] {
  const open = places.filter((place) => place >= 0 && place < sight.places && !isSeen(sight, place));
  return [...new Set(open)].map((place) => ({ sight, place }));
}

/** Interpolates between two sampled places as if the net had seen what is between them. */
function joined({ places, logs, best }: Sight): Scan {
  const all = best.slice();
  for (let place = 0; place < places; place++) {
    const [before, after] = [place - (place % STRIDE), place - (place % STRIDE) + STRIDE];
    const [a = 0, b = a] = [best[before], best[after]];
    all[place] = a + ((b - a) * (place - before)) / STRIDE;
  }
  return { places, logs, best: all };
}
