import type { MrzRecognition, RasterImage, Turn } from '../ports.ts';
import { alignLine } from './decode/align.ts';
import { type AlignedLines, bestCandidate, type Candidate, isMrz, isSettled } from './decode/candidate.ts';
import { quadOfLine } from './decode/cells.ts';
import { glance, guessPlaces } from './decode/glance.ts';
import { type Scan, type Sight, sightOf } from './decode/sample.ts';
import { completeScan, meanScan, scanStrip } from './decode/scan.ts';
import { varyStrip } from './decode/vary.ts';
import { WIDTHS } from './layout.ts';
import { type LineStrip, turnStrip } from './locate/strip.ts';
import { locateBands } from './locate.ts';
import type { Net } from './net/net.ts';

/** Clearer than this on average, the lines are an MRZ and no other band is looked at: e to this power is a probability. */
const CLEAR = -0.35;
/** Once so many lines of other print were read, there is no MRZ: a page full of rows must not take long. */
const LINES_READ_MAX = 8;
/** An MRZ with a character less probable than this is looked at in several ways, even where its check digits are right. */
const CONFIDENCE_ENOUGH = 0.6;
/**
 * Few samples, and then a few more: beside characters less probable than `beside`, until every character of the MRZ has `enough`. Of 680
 * drawn and public MRZs all are read as samples at every place read them, seven in eight without those; fewer have a character below 0.6, 0.7
 * or 0.8 than by those, which a lower `enough` would not keep.
 */
const GLANCES = [
  { beside: 0.9, enough: 0.75 },
  { beside: 1, enough: CONFIDENCE_ENOUGH },
];

/**
 * Finds the machine-readable zone and reads it: the lines of each band as every format, until some are clearly an MRZ;
 * where their check digits are wrong, once more as if the lines had been found a little aside. What looks like no MRZ
 * is null.
 */
export async function readMrz(net: Net, image: RasterImage): Promise<Omit<MrzRecognition, 'model'> | null> {
  let best: Candidate | null = null;
  let linesRead = 0;
  for (const { strips } of locateBands(image)) {
    if (linesRead >= LINES_READ_MAX) break;
    linesRead += strips.length;
    const candidate = await readEitherWayUp(net, strips);
    if (candidate && isMrz(candidate) && (!best || candidate.total > best.total)) best = candidate;
    if (best && (best.valid || best.clarity >= CLEAR)) break;
  }
  if (!best) return null;
  return toReading(isSettled(best, CONFIDENCE_ENOUGH) ? best : await readVaried(net, best));
}

/** By a few samples, where these settle everything, else by samples at every place. */
async function readEitherWayUp(net: Net, strips: readonly LineStrip[]): Promise<Candidate | null> {
  const found = sightsOf(strips);
  const quick = await readQuickly(net, found);
  if (quick) return quick;
  const turned = sightsOf(strips.toReversed().map(turnStrip));
  const quickTurned = await readQuickly(net, turned);
  if (quickTurned) return quickTurned;
  const asFound = await readWhole(net, found);
  if (asFound && isMrz(asFound)) return asFound;
  const asTurned = await readWhole(net, turned);
  return asTurned && asTurned.total > (asFound?.total ?? -Infinity) ? asTurned : asFound;
}

/** A line, and what the net has said of it so far. */
type LineSight = Sight & { strip: LineStrip };

function sightsOf(strips: readonly LineStrip[]): LineSight[] {
  return strips.map((strip) => ({ ...sightOf(strip), strip }));
}

/** Null if a few samples do not settle everything. */
async function readQuickly(net: Net, sights: readonly LineSight[]): Promise<Candidate | null> {
  const strips = sights.map(({ strip }) => strip);
  for (const places of await guessPlaces(net, sights)) {
    for (const { beside, enough } of GLANCES) {
      const lines = await glance(net, sights, places, beside);
      const candidate = lines && bestCandidate(strips, new Map([[places.length, lines]]));
      if (!candidate || !isMrz(candidate)) break;
      if (isSettled(candidate, enough)) return candidate;
    }
  }
  return null;
}

async function readWhole(net: Net, sights: readonly LineSight[]): Promise<Candidate | null> {
  for (const sight of sights) await completeScan(net, sight);
  const strips = sights.map(({ strip }) => strip);
  return bestCandidate(strips, alignLines(sights));
}

/** The same strips, each looked at in several ways; the first reading where that one is no better. */
async function readVaried(net: Net, first: Candidate): Promise<Candidate> {
  const scans: Scan[] = [];
  for (const strip of first.strips) {
    const varied: Scan[] = [];
    for (const variation of [strip, ...varyStrip(strip)]) varied.push(await scanStrip(net, variation));
    scans.push(meanScan(varied));
  }
  const freely = betterOf(first, bestCandidate(first.strips, alignLines(scans)));
  if (freely.valid) return freely;
  return betterOf(freely, bestCandidate(first.strips, alignBelow(scans, first.layout.width)), { validOnly: true });
}

function betterOf(first: Candidate, second: Candidate | null, { validOnly = false } = {}): Candidate {
  if (!second || !isMrz(second) || (first.valid && !second.valid)) return first;
  return second.valid || (!validOnly && second.total > first.total) ? second : first;
}

function alignLines(scans: readonly Scan[]): AlignedLines {
  const lines = scans.map((scan) => alignLine(scan, WIDTHS));
  return new Map(WIDTHS.map((width, i) => [width, lines.map((of) => of[i] ?? null)]));
}

/** As lines of one width alone that begin below one another, where the one that fits best begins. */
function alignBelow(scans: readonly Scan[], width: number): AlignedLines {
  const [best] = scans.flatMap((scan) => alignLine(scan, [width])[0] ?? []).toSorted((a, b) => b.score - a.score);
  return new Map([
    [width, scans.map((scan) => alignLine(scan, [width], best && { near: best.places[0] ?? 0 })[0] ?? null)],
  ]);
}

function toReading({ lines, probabilities, repaired, strips, places }: Candidate): Omit<MrzRecognition, 'model'> {
  const quads = strips.map((strip, line) => quadOfLine(strip, places[line] ?? []));
  return { lines, probabilities, repaired, quads, turn: turnOf(quads[0]) };
}

/** The quarter turn that brings the first line nearest to level. */
function turnOf(quad: LineStrip['quad'] | undefined): Turn {
  if (!quad) return 0;
  const [left, right] = quad;
  const degrees = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
  return ((((Math.round(-degrees / 90) * 90) % 360) + 360) % 360) as Turn;
}
