import type { RasterImage, Turn, ZoneReading } from '../ports.ts';
import { alignLine } from './decode/align.ts';
import { type AlignedLines, bestCandidate, type Candidate, isSettled, isZone } from './decode/candidate.ts';
import type { Scan } from './decode/look.ts';
import { meanScan, scanStrip } from './decode/scan.ts';
import { varyStrip } from './decode/vary.ts';
import { LAYOUTS } from './layout.ts';
import { type LineStrip, turnStrip } from './locate/strip.ts';
import { locateBands } from './locate.ts';
import type { Net } from './net/net.ts';

/** Bands that look less like a zone than this are other text. */
const BAND_SCORE_MIN = 0.35;
/** Clearer than this on average, the lines are a zone and no other band is looked at: e to this power is a probability. */
const CLEAR = -0.35;
/** Once so many lines of other print were read, there is no zone: a page full of rows must not take long. */
const LINES_READ_MAX = 8;

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
  return toReading(isSettled(best) ? best : await readVaried(net, best));
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

function alignLines(scans: readonly Scan[]): AlignedLines {
  const lines = scans.map((scan) => alignLine(scan, WIDTHS));
  return new Map(WIDTHS.map((width, i) => [width, lines.map((of) => of[i] ?? null)]));
}

/** As lines of one width alone that begin below one another, where the one that fits best begins. */
function alignBelow(scans: readonly Scan[], width: number): AlignedLines {
  const [best] = scans.flatMap((scan) => alignLine(scan, [width])[0] ?? []).toSorted((a, b) => b.score - a.score);
  return new Map([[width, scans.map((scan) => alignLine(scan, [width], best?.places[0])[0] ?? null)]]);
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
