import sharp from 'sharp';
import { EngineError, type Quad, type RasterImage } from '../ports.ts';
import { markInk, markPlane, type Span } from '../quality/ink.ts';
import { greyPlane } from '../quality/luma.ts';
import { findMarks, findPlaneMarks, type Mark } from '../quality/marks.ts';
import { toPgm } from '../quality/pgm.ts';
import { copyPlane, type Plane, putPlane } from '../quality/plane.ts';
import { KERNEL, type TextScratch } from '../quality/text-kernel.ts';
import { cleanPage } from './clean.ts';
import { type FlatFrame, flatten } from './flatten.ts';
import { insideOf } from './omit.ts';
import { joinPale } from './pale.ts';
import { findSlant, LEVEL, SLANT_SIDE_PIXELS, type Slant } from './slant.ts';

/**
 * The longer side, in pixels, to which a picture is scaled before it is read. Below the smaller one the recogniser
 * loses small print; above the larger one it only becomes slower. Chosen by measurement on specimen documents.
 */
const SIDE_MIN = 1_400;
const SIDE_MAX = 2_200;
/** More pixels than the appliance ever passes on: for such pictures the recogniser returns nothing and uses gigabytes. */
const PIXELS_MAX = 50_000_000;

/** A picture in the recogniser's form. Plain values, so that it can move between threads. */
export interface Picture {
  /** Binary PGM (netpbm P5), 8 bits: needs no codec on either side, and the recogniser works on grey anyway. */
  file: Uint8Array<ArrayBuffer>;
  /** The ratio of its pixels to the original's. */
  scale: number;
  /** How it was flattened, in its own pixels. Absent: it was not. */
  frame?: FlatFrame;
  /** The possible letters, in its own pixels. */
  letters: Span[];
}

/** A picture with level rows, and its dark marks. */
export interface LevelPicture {
  grey: Plane;
  marks: Mark[];
  scale: number;
  frame?: FlatFrame;
}

/**
 * Returns the picture in grey, scaled into the readable range, with level rows, and only printed text on it, without
 * the `omitted` parts of `image`. Throws `EngineError('bad_input')` if `image` is not what it claims.
 */
export async function preparePicture(image: RasterImage, omitted: readonly Quad[] = []): Promise<Picture> {
  using scratch = KERNEL.borrow();
  const { grey, marks, ...placed } = await levelPicture(image, scratch, FOR_TESSERACT_JS);
  const { image: cleaned, letters } = cleanPage(grey, marks, insideOf(omitted, placed));
  return { file: toPgm(cleaned), letters, ...placed };
}

/** How a picture is converted to grey, how its slant is found, and whether the page's pale letters are joined. */
interface Leveling {
  greyAt: (image: RasterImage, scale: number, scratch: TextScratch) => Promise<Plane>;
  slantOf: (grey: Plane, marks: readonly Mark[]) => Promise<Slant>;
  pale: boolean;
}

/**
 * Returns the picture in grey, scaled into the readable range, and turned so that its rows are level, in `scratch`;
 * joins the remains of pale letters, for rows that Custos finds itself. Throws as `preparePicture` does.
 */
export async function levelPicture(
  image: RasterImage,
  scratch: TextScratch,
  leveling: Leveling = FOR_ROWS,
): Promise<LevelPicture> {
  assertWhole(image);
  const scale = chooseScale(image);
  const { greyAt, slantOf, pale } = leveling;
  const grey = await greyAt(image, scale, scratch);
  const ink = markPlane(grey, pale);
  const pieces = findPlaneMarks(ink);
  const marksOf = (mask: Plane, found: Mark[]): Mark[] => (pale ? joinPale(mask, found) : found);
  const slant = await slantOf(grey, pieces);
  if (slant === LEVEL) return { grey, marks: marksOf(ink, pieces), scale };
  const { image: flat, frame } = flatten(grey, slant);
  const flatInk = markPlane(flat, pale);
  return { grey: flat, marks: marksOf(flatInk, findPlaneMarks(flatInk)), scale, frame };
}

/**
 * Finds the slant in a smaller copy, which takes longer. With the marks' own slant tesseract.js read 652 instead of 646
 * of 672 fields of 96 drawn cards as a phone takes them, but fewer of one of the two seeds, so the proven way stays.
 */
const slantOfCopy: Leveling['slantOf'] = async (grey) => {
  const { width, height, values } = copyPlane(grey);
  const { data, info } = await sharp(values, { raw: { width, height, channels: 1 } })
    .resize({ width: SLANT_SIDE_PIXELS, height: SLANT_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = { width: info.width, height: info.height, values: data };
  const found = findSlant(small, findMarks(markInk(small)));
  return found === LEVEL ? LEVEL : { slope: found.slope, fan: (found.fan * info.height) / height };
};

/** For `preparePicture`: tesseract.js finds the letters itself. */
export const FOR_TESSERACT_JS: Leveling = { greyAt: scaleToGrey, slantOf: slantOfCopy, pale: false };

/** A picture that keeps its size is converted to grey here: libvips takes twice as long. */
const FOR_ROWS: Leveling = {
  greyAt: async (image, scale, scratch) =>
    scale === 1 ? greyPlane(image, scratch) : scaleToGrey(image, scale, scratch),
  slantOf: async (grey, marks) => findSlant(grey, marks),
  pale: true,
};

async function scaleToGrey(image: RasterImage, scale: number, scratch: TextScratch): Promise<Plane> {
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const values = await sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer();
  return putPlane(scratch, { width, height, values });
}

function assertWhole(image: RasterImage): void {
  const { width, height, pixels } = image;
  const positive = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (!positive || width * height > PIXELS_MAX || pixels.length !== width * height * 3) {
    throw new EngineError('bad_input', 'The picture is empty, too large, or lacks the pixels that it declares.');
  }
}

function chooseScale(image: RasterImage): number {
  const side = Math.max(image.width, image.height);
  if (side < SIDE_MIN) return SIDE_MIN / side;
  if (side > SIDE_MAX) return SIDE_MAX / side;
  return 1;
}
