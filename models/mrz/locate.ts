import type { RasterImage } from '../ports.ts';
import { isInQuad } from '../runtime/geometry.ts';
import { type Band, buildBand } from './locate/band.ts';
import { KERNEL, type MrzScratch, passing } from './locate/kernel.ts';
import { findRoughBands, PIECE_MIN, type RoughLine } from './locate/lines.ts';
import { orderTurns } from './locate/orientation.ts';
import { findPieces, heightAt, type Piece } from './locate/pieces.ts';
import type { Plane } from './locate/plane.ts';
import { createPyramid, type Pyramid, shrinkPyramid } from './locate/pyramid.ts';
import { markRidges, RIDGE_CAPITALS } from './locate/ridges.ts';
import { type Track, trackBetween } from './locate/track.ts';
import { shrinkTurned, type TurnedPicture, turnGrey } from './locate/turned.ts';

/** Longer sides, in pixels, at which the MRZ is searched in turn; larger ones show smaller print. */
const SIDES = [640, 1280, 2560];
/** A picture must be this many times larger than one of these sides for the next to show more. */
const FINER = 1.3;
/** The ratio of one capital height to the next (`shrinkTurned`), and how many heights are searched at each side. */
const LEVEL = 3 / 2;
const LEVELS = 5;
/** Turns tried at each side. On 564 pictures with an MRZ, most of them turned or skewed, the first turn was always the MRZ's. */
const TURNS_MAX = 2;
/** A band with this score is an MRZ: the search will find nothing better. */
const SCORE_ENOUGH = 0.8;
/** Two lines of the smallest capitals need this many pixels: smaller pictures are not searched. */
const HEIGHT_MIN = 16;
/** Bands built at each side and returned in the end. */
const BUILT_MAX = 4;
const BANDS_MAX = 4;

/**
 * Finds the lines of an MRZ in a picture, at any rotation and from about 6 pixels of capital height, as strips that are
 * straight, level and equally large. Needs dark print on a lighter ground. Returns the best first, at most four; other
 * text of even pitch may be among them, and a band may be upside down (`turnStrip`).
 */
export function locateBands(image: RasterImage): Band[] {
  if (Math.min(image.width, image.height) < HEIGHT_MIN) return [];
  using scratch = KERNEL.borrow();
  const pyramid = createPyramid(scratch, image);
  const longer = Math.max(image.width, image.height);
  const turns = orderTurns(pyramid).slice(0, TURNS_MAX);
  let bands: Band[] = [];
  for (const [i, side] of SIDES.entries()) {
    if (i > 0 && longer <= FINER * (SIDES[i - 1] ?? 0)) break;
    bands = chooseBands([...bands, ...passing(scratch, () => searchAt(pyramid, turns, side))]);
    if ((bands[0]?.score ?? 0) >= SCORE_ENOUGH) break;
  }
  return bands;
}

/** Searches the turns, the likeliest first, until a band is certainly an MRZ. `side`: of the searched picture. */
function searchAt(pyramid: Pyramid, turns: readonly number[], side: number): Band[] {
  const longer = Math.max(side, pyramid.width, pyramid.height);
  const small = shrinkPyramid(pyramid, longer, side);
  const shrink = longer / side;
  const bands: Band[] = [];
  for (const degrees of turns) {
    const found = passing(pyramid.scratch, () => findTracks(pyramid.scratch, small, degrees, shrink));
    const candidates = found.sort((a, b) => b.weight - a.weight);
    for (const { tracks } of candidates.slice(0, BUILT_MAX)) {
      const band = buildBand(pyramid, tracks);
      if (band !== null) bands.push(band);
      if (band !== null && band.score >= SCORE_ENOUGH) return bands;
    }
  }
  return bands;
}

interface Candidate {
  tracks: Track[];
  weight: number;
}

function findTracks(scratch: MrzScratch, small: Plane, degrees: number, shrink: number): Candidate[] {
  const candidates: Candidate[] = [];
  let level = turnGrey(scratch, small, degrees);
  for (let i = 0, scale = shrink; i < LEVELS; i++, scale *= LEVEL) {
    if (i > 0) level = shrinkTurned(scratch, level);
    for (const band of findRoughBands(piecesOf(scratch, level))) {
      const weight = weighBand(band);
      if (weight > 0) candidates.push({ tracks: band.map((line) => toTrack(line, level, scale, shrink)), weight });
    }
  }
  return candidates;
}

function piecesOf(scratch: MrzScratch, level: TurnedPicture): Piece[] {
  return passing(scratch, () => findPieces(scratch, markRidges(scratch, level), PIECE_MIN * RIDGE_CAPITALS));
}

/** All in heights of the capitals: the longest MRZ, and the length beyond which a line is only a frame or an edge and counts no more. */
const LENGTH_MAX = 46;
const LENGTH_EDGE = 80;
/** A band below this total is not examined: one line of a card. */
const WEIGHT_MIN = 18;

/** Returns the total length of the two longest lines. */
function weighBand(band: readonly RoughLine[]): number {
  const lengths = band.map(({ left, right }) => weighLength((right - left) / RIDGE_CAPITALS)).sort((a, b) => b - a);
  const weight = (lengths[0] ?? 0) + (lengths[1] ?? 0);
  return weight >= WEIGHT_MIN ? weight : 0;
}

function weighLength(length: number): number {
  if (length <= LENGTH_MAX) return length;
  return (LENGTH_MAX * Math.max(0, LENGTH_EDGE - length)) / (LENGTH_EDGE - LENGTH_MAX);
}

/** Returns the line in pixels of the whole picture. `scale`: its pixels per pixel of the level; `shrink`: per pixel of the turned picture. */
function toTrack(line: RoughLine, level: TurnedPicture, scale: number, shrink: number): Track {
  const [left, right] = [line.left, line.right].map((x) => {
    const [sx, sy] = level.toSource(x, heightAt(line, x));
    return { x: (sx + 0.5) * shrink - 0.5, y: (sy + 0.5) * shrink - 0.5 };
  });
  const nowhere = { x: 0, y: 0 };
  return trackBetween(left ?? nowhere, right ?? nowhere, RIDGE_CAPITALS * scale);
}

/** Returns the best first; of overlapping ones only the best. */
function chooseBands(bands: readonly Band[]): Band[] {
  const chosen: Band[] = [];
  for (const band of [...bands].sort((a, b) => b.score - a.score)) {
    if (chosen.length < BANDS_MAX && !chosen.some((other) => coversMiddle(other, band))) chosen.push(band);
  }
  return chosen;
}

/** Returns whether a line of `other` runs through the middle of `band`. */
function coversMiddle(other: Band, band: Band): boolean {
  const corners = band.strips.flatMap(({ quad }) => quad);
  const x = corners.reduce((sum, point) => sum + point.x, 0) / corners.length;
  const y = corners.reduce((sum, point) => sum + point.y, 0) / corners.length;
  const [first, last] = [other.strips[0]?.quad, other.strips.at(-1)?.quad];
  if (first === undefined || last === undefined) return false;
  return isInQuad([first[0], first[1], last[2], last[3]], { x, y });
}
