import type { Quad, RasterImage, Turn, ZoneReading } from '../ports.ts';
import { type Aligned, alignLine } from './decode/align.ts';
import { type Decoded, decodeZone } from './decode/decode.ts';
import { meanScan, type Scan, STEP, scanStrip } from './decode/scan.ts';
import { varyStrip } from './decode/vary.ts';
import { LAYOUTS, type Layout } from './layout.ts';
import { type LineStrip, partOfStrip, turnStrip } from './locate/strip.ts';
import { locateBands } from './locate.ts';
import type { Net } from './net/net.ts';

/** A zone taken from some lines of a band. */
interface Candidate extends Decoded {
  strips: LineStrip[];
  /** Of each line, around its characters alone. */
  quads: Quad[];
  /** Mean logarithm of the characters' probabilities before anything was settled: how much it looks like a zone. */
  clarity: number;
  /** The same of the characters that were taken: how much it looks like a zone of its format. */
  fit: number;
  total: number;
}

/** Bands that look less like a zone than this are other text. */
const BAND_SCORE_MIN = 0.35;
/** Clearer than this on average, the lines are a zone and no other band is looked at: e to this power is a probability. */
const CLEAR = -0.35;
/** Less clear than this, they are other text, or stand on their heads: whatever their check digits say by chance. */
const CLARITY_MIN = -0.55;
/**
 * The same after everything was settled: less likely lines are other print, taken for a zone by force. Of 435 drawn zones
 * in poor pictures, those read right have -0.2 and more, those with an end cut off -0.8; tables, codes and texts in print
 * of even pitch have -1 at most.
 */
const FIT_MIN = -0.85;
/** Once so many lines of other print were read, there is no zone: a page full of rows must not take long. */
const LINES_READ_MAX = 8;
/** A zone with a character less probable than this is looked at in several ways, even where its check digits are right. */
const SURE = 0.6;

/** Characters of a line, in all formats. */
const WIDTHS = [...new Set(LAYOUTS.map(({ width }) => width))];

/**
 * Finds the machine-readable zone and reads it: the lines of each band as every format, until some are clearly a zone;
 * where their check digits are wrong, once more as if the lines had been found a little aside. What looks like no zone
 * is null.
 */
export async function readZone(net: Net, image: RasterImage): Promise<Omit<ZoneReading, 'model'> | null> {
  let best: Candidate | null = null;
  let linesRead = 0;
  for (const { strips, score } of locateBands(image)) {
    if (score < BAND_SCORE_MIN || linesRead >= LINES_READ_MAX) continue;
    linesRead += strips.length;
    const candidate = await readEitherWayUp(net, strips);
    if (candidate && isZone(candidate) && (!best || candidate.total > best.total)) best = candidate;
    if (best && (best.valid || best.clarity >= CLEAR)) break;
  }
  if (!best) return null;
  return toReading(best.valid && isSure(best) ? best : await readVaried(net, best));
}

function isZone({ clarity, fit }: Candidate): boolean {
  return clarity >= CLARITY_MIN && fit >= FIT_MIN;
}

function isSure({ probabilities }: Candidate): boolean {
  return Math.min(...probabilities.flat()) >= SURE;
}

async function readEitherWayUp(net: Net, strips: readonly LineStrip[]): Promise<Candidate | null> {
  const asFound = await readStrips(net, strips);
  if (asFound && isZone(asFound)) return asFound;
  const turned = await readStrips(net, strips.toReversed().map(turnStrip));
  return turned && turned.total > (asFound?.total ?? -Infinity) ? turned : asFound;
}

async function readStrips(net: Net, strips: readonly LineStrip[]): Promise<Candidate | null> {
  const scans: Scan[] = [];
  for (const strip of strips) scans.push(await scanStrip(net, strip));
  return bestCandidate(strips, alignLines(scans));
}

/** The same strips, each looked at in several ways; the first reading where that one is no better. */
async function readVaried(net: Net, first: Candidate): Promise<Candidate> {
  const scans: Scan[] = [];
  for (const strip of first.strips) {
    const looks: Scan[] = [];
    for (const variation of [strip, ...varyStrip(strip)]) looks.push(await scanStrip(net, variation));
    scans.push(meanScan(looks));
  }
  const freely = betterOf(first, bestCandidate(first.strips, alignLines(scans)));
  if (freely.valid) return freely;
  return betterOf(freely, bestCandidate(first.strips, alignBelow(scans, first.layout.width)), { validOnly: true });
}

function betterOf(first: Candidate, second: Candidate | null, { validOnly = false } = {}): Candidate {
  if (!second || !isZone(second) || (first.valid && !second.valid)) return first;
  return second.valid || (!validOnly && second.total > first.total) ? second : first;
}

/** Of each width, every line of a band taken as one of so many characters. */
type AlignedLines = ReadonlyMap<number, readonly (Aligned | null)[]>;

function alignLines(scans: readonly Scan[]): AlignedLines {
  const lines = scans.map((scan) => alignLine(scan, WIDTHS));
  return new Map(WIDTHS.map((width, i) => [width, lines.map((of) => of[i] ?? null)]));
}

/** As lines of one width alone that begin below one another, where the one that fits best begins. */
function alignBelow(scans: readonly Scan[], width: number): AlignedLines {
  const [best] = scans.flatMap((scan) => alignLine(scan, [width])[0] ?? []).toSorted((a, b) => b.score - a.score);
  return new Map([[width, scans.map((scan) => alignLine(scan, [width], best?.places[0])[0] ?? null)]]);
}

/** The formats whose lines fit best come first, so that most others need not be read to the end. */
function bestCandidate(strips: readonly LineStrip[], aligned: AlignedLines): Candidate | null {
  const fitting = LAYOUTS.flatMap((layout) => chooseLines(aligned.get(layout.width) ?? [], layout) ?? []);
  let best: Candidate | null = null;
  for (const chosen of fitting.toSorted((a, b) => b.evenness - a.evenness)) {
    const candidate = toCandidate(chosen, strips, best?.total ?? -Infinity);
    if (candidate && (!best || candidate.total > best.total)) best = candidate;
  }
  return best;
}

/** Lines taken as those of a format. */
interface Chosen {
  layout: Layout;
  /** Of the first line, among all of the band. */
  from: number;
  lines: Aligned[];
  /** Of all lines together, as `score` in `Aligned`. */
  evenness: number;
}

/** The neighbouring lines, as many as the format has, that fit its width best. */
function chooseLines(all: readonly (Aligned | null)[], layout: Layout): Chosen | null {
  const count = layout.masks.length;
  let best: Chosen | null = null;
  for (let from = 0; from + count <= all.length; from++) {
    const lines = all.slice(from, from + count).filter((line) => line !== null);
    const evenness = lines.reduce((sum, line) => sum + line.score, 0);
    if (lines.length === count && (!best || evenness > best.evenness)) best = { layout, from, lines, evenness };
  }
  return best;
}

/** Null where its total cannot be above `totalOver`. */
function toCandidate(
  { layout, from, lines, evenness }: Chosen,
  strips: readonly LineStrip[],
  totalOver: number,
): Candidate | null {
  const logs = lines.map((line) => line.logs);
  const decoded = decodeZone(logs, layout, totalOver - evenness);
  if (!decoded) return null;
  const characters = lines.length * layout.width;
  const own = strips.slice(from, from + lines.length);
  return {
    ...decoded,
    strips: own,
    quads: own.map((strip, line) => quadOfLine(strip, lines[line]?.places ?? [])),
    clarity: decoded.clarity / characters,
    fit: decoded.fit / characters,
    total: evenness + decoded.score,
  };
}

/** The finder of the zone takes a little more than the line, or a little less: the places of its characters are exact. */
function quadOfLine(strip: LineStrip, places: readonly number[]): Quad {
  const [first = 0, last = 0] = [places[0], places.at(-1)].map((place = 0) => place * STEP);
  const half = (last - first) / (places.length - 1) / 2;
  return partOfStrip(strip, first - half, last + half);
}

function toReading({ lines, probabilities, repaired, quads }: Candidate): Omit<ZoneReading, 'model'> {
  return { lines, probabilities, repaired, quads, turn: turnOf(quads[0]) };
}

/** The quarter turn that brings the first line nearest to level. */
function turnOf(quad: LineStrip['quad'] | undefined): Turn {
  if (!quad) return 0;
  const [left, right] = quad;
  const degrees = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
  return ((((Math.round(-degrees / 90) * 90) % 360) + 360) % 360) as Turn;
}
