import { readsUpright } from './direction.ts';
import { type Followed, followLine, followOnce } from './follow.ts';
import type { GreyPicture } from './grey.ts';
import { measurePitch } from './pitch.ts';
import { cutStrip, type LineStrip, STRIP_PITCH, turnStrip } from './strip.ts';
import { alongTrack, besideTrack, pointAt, type Track } from './track.ts';

/** Lines that stand below one another and may be a machine-readable zone. */
export interface Band {
  /** From the top, as the band reads. */
  strips: LineStrip[];
  /** Degrees clockwise by which the band is turned in the picture, -180..180. */
  angleDegrees: number;
  /** How much it looks like a zone: about 1 for a good one, under 0.3 for other text. */
  score: number;
}

/** Between the middles of two lines, in heights of the capitals, where only one is known (ICAO Doc 9303 part 3: 4.23 mm, 2.4 mm). */
const SPACING = 1.76;
/** Lines farther apart have one between them. */
const SPACING_MAX = 2.6;
/** A line must stand out from its gaps so much, on so much of its length. */
const CONTRAST_MIN = 0.25;
const FILLED_MIN = 0.5;
/** So many lines make a zone; up to them, lines are looked for above and below. */
const ZONE_LINES = 3;
/** Characters of the shortest line (TD1) and as many again as the ends are commonly found too far out. */
const CHARACTERS_MIN = 34;
/** What is regular enough that its pitch is believed. */
const REGULARITY_MIN = 0.3;
/** So many of a band's longest lines are looked at first, and one of them must be so regular. */
const LOOKED_AT = 3;
const LOOK_REGULARITY_MIN = 0.12;
/** Advance of a character for each height of the capitals: 2.54 mm for 2.4 mm, and what specimens make of it. */
const ADVANCE = 1.06;
const ADVANCE_MIN = 0.75;
const ADVANCE_MAX = 1.35;
/** Characters of a line: so few make no zone, so many may be one. */
const LENGTH_NONE = 12;
const LENGTH_FULL = 29;

/** Follows the roughly known lines, adds those beside them that were missed, and cuts them out; null where nothing is there. */
export function buildBand(grey: GreyPicture, rough: readonly Track[]): Band | null {
  if (
    !rough
      .slice()
      .sort(byLength)
      .slice(0, LOOKED_AT)
      .some((track) => looksRegular(grey, track))
  )
    return null;
  const followed = rough
    .map((track) => followLine(grey, track))
    .filter((line): line is Followed => line !== null && standsOut(line));
  if (followed.length === 0) return null;
  const tracks = alignEnds(addMissed(grey, followed));
  const drafts = tracks.map((track) => cutStrip(grey, track, ADVANCE * track.capitals));
  const pitches = drafts.map(measurePitch);
  const advance = commonAdvance(pitches);
  const strips = tracks.map((track) => cutStrip(grey, track, advance * track.capitals));
  const score = scoreBand(
    tracks,
    pitches.map(({ regularity }) => regularity),
    advance,
  );
  const upright = strips.reduce((sum, strip) => sum + readsUpright(strip), 0) >= 0;
  const degrees = (tracks[0]?.degrees ?? 0) + (upright ? 0 : 180);
  const angleDegrees = degrees - 360 * Math.round(degrees / 360);
  return { strips: upright ? strips : strips.reverse().map(turnStrip), angleDegrees, score };
}

function byLength(a: Track, b: Track): number {
  return b.to - b.from - (a.to - a.from);
}

/** A first, quick look, since most that is long and thin is no line of even pitch. */
function looksRegular(grey: GreyPicture, rough: Track): boolean {
  const line = followOnce(grey, rough);
  if (line === null) return false;
  return measurePitch(cutStrip(grey, line.track, ADVANCE * line.track.capitals)).regularity >= LOOK_REGULARITY_MIN;
}

function addMissed(grey: GreyPicture, followed: readonly Followed[]): Followed[] {
  const lines = withoutRepeats(followed);
  const seek = (from: Followed, direction: 1 | -1): Followed | null => {
    const distance = direction * spacingOf(lines);
    return seekBeside(grey, from.track, distance);
  };
  for (let i = 1; i < lines.length; i++) {
    const [above, below] = [lines[i - 1] as Followed, lines[i] as Followed];
    const distance = distanceBetween(above.track, below.track);
    const between = distance > SPACING_MAX * above.track.capitals ? seekBeside(grey, above.track, distance / 2) : null;
    if (between !== null) lines.splice(i, 0, between);
  }
  while (lines.length < ZONE_LINES) {
    const [first, last] = [lines[0] as Followed, lines.at(-1) as Followed];
    const below = seek(last, 1);
    if (below !== null) lines.push(below);
    const above = seek(first, -1);
    if (above !== null) lines.unshift(above);
    if (below === null && above === null) break;
  }
  return lines;
}

function standsOut({ contrast, filled }: Followed): boolean {
  return contrast >= CONTRAST_MIN && filled >= FILLED_MIN;
}

/** The line that stands `distance` below `track`, where there is one. */
function seekBeside(grey: GreyPicture, track: Track, distance: number): Followed | null {
  const found = followLine(grey, besideTrack(track, distance));
  if (found === null || !standsOut(found)) return null;
  return Math.abs(distanceBetween(track, found.track) - distance) < Math.abs(distance) / 3 ? found : null;
}

/** The lines from the top, those left out that turned out to be the same. */
function withoutRepeats(followed: readonly Followed[]): Followed[] {
  const kept: Followed[] = [];
  for (const line of followed) {
    const last = kept.at(-1);
    if (last !== undefined && distanceBetween(last.track, line.track) < line.track.capitals / 2) continue;
    kept.push(line);
  }
  return kept;
}

/** How far `other` stands below `track`, at the middle of `track`. */
function distanceBetween(track: Track, other: Track): number {
  const origin = pointAt(track, 0, 0);
  const point = pointAt(other, alongTrack(other, origin), 0);
  const angle = (track.degrees * Math.PI) / 180;
  return (point.y - origin.y) * Math.cos(angle) - (point.x - origin.x) * Math.sin(angle);
}

/** The least distance between two lines of the band, unless there is room for a third between them. */
function spacingOf(lines: readonly Followed[]): number {
  const capitals = lines[0]?.track.capitals ?? 0;
  const distances = lines.slice(1).map(({ track }, i) => distanceBetween((lines[i] as Followed).track, track));
  const least = Math.min(...distances, Number.POSITIVE_INFINITY);
  return least <= SPACING_MAX * capitals ? least : SPACING * capitals;
}

/** All lines of a zone begin and end together, and are equally high; where they are too short an end was not seen. */
function alignEnds(lines: readonly Followed[]): Track[] {
  const tracks = lines.map(({ track }) => track);
  const lefts = tracks.map((track) => pointAt(track, track.from, 0));
  const rights = tracks.map((track) => pointAt(track, track.to, 0));
  const capitals = tracks.map((track) => track.capitals).sort((a, b) => a - b)[tracks.length >> 1] ?? 0;
  return tracks.map((track) => {
    const from = outermost(lefts.map((point) => alongTrack(track, point)));
    const to = -outermost(rights.map((point) => -alongTrack(track, point)));
    const lacking = Math.max(0, CHARACTERS_MIN * ADVANCE * capitals - (to - from));
    return { ...track, capitals, from: from - lacking, to: to + lacking };
  });
}

/** The least, or of three and more the second: one of them may have run on into what stands beside the zone. */
function outermost(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >= ZONE_LINES ? 1 : 0] ?? 0;
}

function commonAdvance(pitches: readonly { pixels: number; regularity: number }[]): number {
  const sure = pitches.filter(({ regularity }) => regularity >= REGULARITY_MIN);
  const middle = sure.map(({ pixels }) => pixels).sort((a, b) => a - b)[sure.length >> 1] ?? STRIP_PITCH;
  return Math.max(ADVANCE_MIN, Math.min(ADVANCE_MAX, (ADVANCE * middle) / STRIP_PITCH));
}

/** The sum of how regular the best lines are, the third counting half, if they are as long as a zone's. */
function scoreBand(tracks: readonly Track[], regularities: readonly number[], advance: number): number {
  const [first] = tracks;
  if (first === undefined) return 0;
  const characters = (first.to - first.from) / (advance * first.capitals);
  const length = Math.max(0, Math.min(1, (characters - LENGTH_NONE) / (LENGTH_FULL - LENGTH_NONE)));
  const [best = 0, second = 0, third = 0] = [...regularities].sort((a, b) => b - a);
  return length * (tracks.length > 1 ? best + second + third / 2 : best / 2);
}
