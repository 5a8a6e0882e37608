import { median } from '../../runtime/geometry.ts';
import { addMissed, standsOut, ZONE_LINES } from './beside.ts';
import { readsUpright } from './direction.ts';
import { type Followed, followLine, followMiddle } from './follow.ts';
import { passing } from './kernel.ts';
import { measurePitch, type Pitch } from './pitch.ts';
import type { Pyramid } from './pyramid.ts';
import { cutSharpStrip, cutStrip, type LineStrip, STRIP_PITCH, turnStrip } from './strip.ts';
import { alongTrack, pointAt, type Track } from './track.ts';

/** Lines below one another that may be an MRZ. */
export interface Band {
  /** From the top, in reading direction. */
  strips: LineStrip[];
  /** The rotation of the band in the picture in degrees clockwise, -180..180. */
  angleDegrees: number;
  /** How much it resembles an MRZ: 0.9 to 2 for a good one, at least 0.35. */
  score: number;
}

/** Characters of the shortest line (TD1), plus the usual error of the ends outwards. */
const CHARACTERS_MIN = 34;
/** The regularity from which a pitch is trusted. */
const REGULARITY_MIN = 0.3;
/**
 * This many of a band's longest lines are examined first, and the middle of one of them must be this regular. Of 235
 * pictures, it was at least 0.55 in every MRZ, and under 0.28 in nine of ten bands of other text.
 */
const LOOKED_AT = 3;
const LOOK_REGULARITY_MIN = 0.25;
/** The advance of a character per height of the capitals: 2.54 mm for 2.4 mm, adjusted to specimens. */
const ADVANCE = 1.06;
const ADVANCE_MIN = 0.75;
const ADVANCE_MAX = 1.35;
/** Characters of a line: a line this short is never part of an MRZ, one this long may be. */
const LENGTH_NONE = 12;
const LENGTH_FULL = 29;
/** Longer lines than two passports side by side: rows of a page. */
const LENGTH_MAX = 110;

/** Bands with a lower score are other text and are not read. */
const SCORE_MIN = 0.35;

/** Follows the approximate lines, adds missed lines next to them, and cuts them out; returns null if nothing there may be an MRZ. */
export function buildBand(pyramid: Pyramid, rough: readonly Track[]): Band | null {
  const longest = [...rough].sort(byLength).slice(0, LOOKED_AT);
  if (!longest.some((track) => looksRegular(pyramid, track))) return null;
  const followed = rough.map((track) => followLine(pyramid, track)).filter((line) => line !== null);
  const lines = followed.filter(standsOut);
  return lines.length === 0 ? null : cutBand(pyramid, alignEnds(addMissed(pyramid, lines)));
}

function cutBand(pyramid: Pyramid, tracks: readonly Track[]): Band | null {
  const pitches = tracks.map((track) => pitchAlong(pyramid, track));
  const advance = commonAdvance(pitches);
  const score = scoreBand(tracks, pitches, advance);
  if (score < SCORE_MIN) return null;
  const strips = tracks.map((track) => cutSharpStrip(pyramid, track, advance * track.capitals));
  const upright = strips.reduce((sum, strip) => sum + readsUpright(strip), 0) >= 0;
  const degrees = (tracks[0]?.degrees ?? 0) + (upright ? 0 : 180);
  const angleDegrees = degrees - 360 * Math.round(degrees / 360);
  return { strips: upright ? strips : strips.reverse().map(turnStrip), angleDegrees, score };
}

function byLength(a: Track, b: Track): number {
  return b.to - b.from - (a.to - a.from);
}

/** A first, quick check, because most long and thin shapes are not lines of even pitch. */
function looksRegular(pyramid: Pyramid, rough: Track): boolean {
  const line = followMiddle(pyramid, rough);
  if (line === null) return false;
  return pitchAlong(pyramid, line.track).regularity >= LOOK_REGULARITY_MIN;
}

function pitchAlong(pyramid: Pyramid, track: Track): Pitch {
  const { scratch } = pyramid;
  return passing(scratch, () => measurePitch(scratch, cutStrip(pyramid, track, ADVANCE * track.capitals)));
}

/** All lines of an MRZ begin and end together, and are equally high; if a line is too short, its end was not seen. */
function alignEnds(lines: readonly Followed[]): Track[] {
  const tracks = lines.map(({ track }) => track);
  const lefts = tracks.map((track) => pointAt(track, track.from, 0));
  const rights = tracks.map((track) => pointAt(track, track.to, 0));
  const capitals = median(tracks.map((track) => track.capitals));
  return tracks.map((track) => {
    const from = outermost(lefts.map((point) => alongTrack(track, point)));
    const to = -outermost(rights.map((point) => -alongTrack(track, point)));
    const lacking = Math.max(0, CHARACTERS_MIN * ADVANCE * capitals - (to - from));
    return { ...track, capitals, from: from - lacking, to: to + lacking };
  });
}

/** Returns the least value, or with three and more the second: one line may include text next to the MRZ. */
function outermost(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >= ZONE_LINES ? 1 : 0] ?? 0;
}

function commonAdvance(pitches: readonly Pitch[]): number {
  const sure = pitches.filter(({ regularity }) => regularity >= REGULARITY_MIN);
  const middle = sure.map(({ pixels }) => pixels).sort((a, b) => a - b)[sure.length >> 1] ?? STRIP_PITCH;
  return Math.max(ADVANCE_MIN, Math.min(ADVANCE_MAX, (ADVANCE * middle) / STRIP_PITCH));
}

/** Returns the sum of the best lines' regularity, the third counting half, if they are as long as an MRZ's. */
function scoreBand(tracks: readonly Track[], pitches: readonly Pitch[], advance: number): number {
  const [first] = tracks;
  if (first === undefined) return 0;
  const characters = (first.to - first.from) / (advance * first.capitals);
  if (characters > LENGTH_MAX) return 0;
  const length = Math.max(0, Math.min(1, (characters - LENGTH_NONE) / (LENGTH_FULL - LENGTH_NONE)));
  const [best = 0, second = 0, third = 0] = pitches.map(({ regularity }) => regularity).sort((a, b) => b - a);
  return length * (tracks.length > 1 ? best + second + third / 2 : best / 2);
}
