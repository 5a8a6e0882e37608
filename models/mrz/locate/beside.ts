import { type Followed, followLine } from './follow.ts';
import type { Pyramid } from './pyramid.ts';
import { alongTrack, besideTrack, pointAt, type Track } from './track.ts';

/** The distance between the middles of two lines, in heights of the capitals, if only one line is known (ICAO Doc 9303 part 3: 4.23 mm, 2.4 mm). */
const SPACING = 1.76;
/** Lines farther apart have another line between them. */
const SPACING_MAX = 2.6;
/** A line must contrast with its gaps by this much, over this much of its length. */
const CONTRAST_MIN = 0.25;
const FILLED_MIN = 0.5;
/** An MRZ has at most this many lines; up to this number, lines are searched above and below. */
export const ZONE_LINES = 3;

/** Returns the lines with the missed ones between and next to them, up to three and one to spare. */
export function addMissed(pyramid: Pyramid, followed: readonly Followed[]): Followed[] {
  const lines = withoutRepeats(followed);
  for (let i = 1; i < lines.length; i++) {
    const [above, below] = [lines[i - 1] as Followed, lines[i] as Followed];
    const distance = distanceBetween(above.track, below.track);
    const between =
      distance > SPACING_MAX * above.track.capitals ? seekBeside(pyramid, above.track, distance / 2) : null;
    if (between !== null) lines.splice(i, 0, between);
  }
  while (lines.length < ZONE_LINES) {
    const [first, last] = [lines[0] as Followed, lines.at(-1) as Followed];
    const spacing = spacingOf(lines);
    const below = seekBeside(pyramid, last.track, spacing);
    if (below !== null) lines.push(below);
    const above = seekBeside(pyramid, first.track, -spacing);
    if (above !== null) lines.unshift(above);
    if (below === null && above === null) break;
  }
  return lines;
}

/** Returns whether this is a line of text at all. */
export function standsOut({ contrast, filled }: Followed): boolean {
  return contrast >= CONTRAST_MIN && filled >= FILLED_MIN;
}

/** Returns the line `distance` below `track`, if there is one. */
function seekBeside(pyramid: Pyramid, track: Track, distance: number): Followed | null {
  const found = followLine(pyramid, besideTrack(track, distance));
  if (found === null || !standsOut(found)) return null;
  return Math.abs(distanceBetween(track, found.track) - distance) < Math.abs(distance) / 3 ? found : null;
}

/** Returns the lines from the top, without repeats of the same line. */
function withoutRepeats(followed: readonly Followed[]): Followed[] {
  const kept: Followed[] = [];
  for (const line of followed) {
    const last = kept.at(-1);
    if (last !== undefined && distanceBetween(last.track, line.track) < line.track.capitals / 2) continue;
    kept.push(line);
  }
  return kept;
}

/** Returns how far `other` is below `track`, at the middle of `track`. */
function distanceBetween(track: Track, other: Track): number {
  const origin = pointAt(track, 0, 0);
  const point = pointAt(other, alongTrack(other, origin), 0);
  const angle = (track.degrees * Math.PI) / 180;
  return (point.y - origin.y) * Math.cos(angle) - (point.x - origin.x) * Math.sin(angle);
}

/** Returns the least distance between two lines of the band, unless there is room for a third between them. */
function spacingOf(lines: readonly Followed[]): number {
  const capitals = lines[0]?.track.capitals ?? 0;
  const distances = lines.slice(1).map(({ track }, i) => distanceBetween((lines[i] as Followed).track, track));
  const least = Math.min(...distances, Number.POSITIVE_INFINITY);
  return least <= SPACING_MAX * capitals ? least : SPACING * capitals;
}
