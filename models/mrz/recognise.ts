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

/** If the mean is clearer than this, the lines are an MRZ and no other band is read: e to this power is a probability. */
const CLEAR = -0.35;
/** After this many lines of other text, there is no MRZ: a page full of rows must not take long. */
const LINES_READ_MAX = 8;
/** An MRZ with a character less probable than this is examined in several ways, even if its check digits are right. */
const CONFIDENCE_ENOUGH = 0.6;
/**
 * First a few samples, then a few more: next to characters less probable than `beside`, until every character of the MRZ has `enough`. On 680 drawn
 * and public MRZs, all readings equal those with samples at every place, and seven in eight do without those. Fewer have a character below 0.6, 0.7
 * or 0.8 than with all samples, which a lower `enough` would not achieve.
 */
const GLANCES = [
  { beside: 0.9, enough: 0.75 },
  { beside: 1, enough: CONFIDENCE_ENOUGH },
];

/**
 * Finds the MRZ and reads it: reads the lines of each band in every format, until some are clearly an MRZ. If their
 * check digits are wrong, reads them again with slightly shifted lines. Returns null for what does not resemble an MRZ.
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

/** Reads with a few samples if these settle everything, otherwise with samples at every place. */
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

/** A line, and the net's results for it so far. */
type LineSight = Sight & { strip: LineStrip };

function sightsOf(strips: readonly LineStrip[]): LineSight[] {
  return strips.map((strip) => ({ ...sightOf(strip), strip }));
}

/** Returns null if a few samples do not settle everything. */
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

/** Reads the same strips, each examined in several ways; returns the first reading if the new one is no better. */
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

/** Reads them only as lines of one width that begin below one another, where the best-fitting one begins. */
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

/** Returns the quarter turn that makes the first line most nearly level. */
function turnOf(quad: LineStrip['quad'] | undefined): Turn {
  if (!quad) return 0;
  const [left, right] = quad;
  const degrees = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
  return ((((Math.round(-degrees / 90) * 90) % 360) + 360) % 360) as Turn;
}
