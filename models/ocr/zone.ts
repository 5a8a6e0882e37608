import { findMrz } from '../mrz/find.ts';
import type { Box, RasterImage, TextLine } from '../ports.ts';
import { type Picture, prepareCrop } from './picture.ts';
import type { Parameters } from './thread.ts';

export type Recognise = (picture: Picture, parameters: Parameters) => Promise<TextLine[]>;

/** One block of text, in the alphabet of the machine-readable zone alone (ICAO Doc 9303 part 3, 4.1). */
const ZONE_PARAMETERS: Parameters = {
  tessedit_pageseg_mode: '6',
  tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
};
/**
 * Heights of the zone's characters, in pixels, at which it is read again, the best first: on specimens 32 brought 24 of
 * 30 zones to right check digits where the whole page brought 18, and the others a few more.
 */
const TEXT_HEIGHTS = [32, 28, 40];
const ROW_CHARACTERS_MIN = 18;
/** Of a row's characters, how many must be of the zone's alphabet. */
const ALPHABET_SHARE_MIN = 0.75;
/** What is cut out around the rows, in heights of a row. */
const MARGIN_ABOVE = 1.5;
const MARGIN_BESIDE = 2;

/**
 * Reads the machine-readable zone of a page again, on its own, where the page shows one, until its check digits come out
 * right and its rows have their width: names have no check digit, and a row of another width was misread somewhere. The
 * rows of that reading, else of the first whose check digits are right, replace those of the page; where none is right,
 * `lines` come back.
 */
export async function rereadZone(image: RasterImage, lines: TextLine[], recognise: Recognise): Promise<TextLine[]> {
  const rows = lines.filter(isZoneRow);
  const height = medianHeight(rows);
  let best = findMrz(lines)?.valid ? lines : null;
  if (isWhole(rows)) return lines;
  for (const textHeight of rows.length === 0 ? [] : TEXT_HEIGHTS) {
    const picture = await prepareCrop(image, bandOf(rows, height, image), textHeight / height);
    const reread = (await recognise(picture, ZONE_PARAMETERS)).filter(isZoneRow);
    const merged = [...lines.filter((line) => !rows.includes(line)), ...reread];
    if (isWhole(reread)) return merged;
    if (findMrz(reread)?.valid) best ??= merged;
  }
  return best ?? lines;
}

/** Right check digits, and nothing was added or taken away to get them. */
function isWhole(rows: readonly TextLine[]): boolean {
  const found = findMrz(rows);
  return found?.valid === true && found.stretched === 0;
}

function isZoneRow({ text }: TextLine): boolean {
  const bare = text.replace(/\s/g, '');
  const zoneCharacters = bare.match(/[A-Z0-9<«]/g)?.length ?? 0;
  return bare.length >= ROW_CHARACTERS_MIN && /[<«]/.test(bare) && zoneCharacters / bare.length >= ALPHABET_SHARE_MIN;
}

function medianHeight(rows: readonly TextLine[]): number {
  const heights = rows.map(({ box }) => box.height).toSorted((a, b) => a - b);
  return Math.max(1, heights[Math.floor(heights.length / 2)] ?? 1);
}

function bandOf(rows: readonly TextLine[], height: number, image: RasterImage): Box {
  const beside = MARGIN_BESIDE * height;
  const above = MARGIN_ABOVE * height;
  const x = Math.max(0, Math.floor(Math.min(...rows.map(({ box }) => box.x)) - beside));
  const y = Math.max(0, Math.floor(Math.min(...rows.map(({ box }) => box.y)) - above));
  const right = Math.min(image.width, Math.ceil(Math.max(...rows.map(({ box }) => box.x + box.width)) + beside));
  const bottom = Math.min(image.height, Math.ceil(Math.max(...rows.map(({ box }) => box.y + box.height)) + above));
  return { x, y, width: right - x, height: bottom - y };
}
