import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { addGrain } from './specimens/camera.ts';

const SHEET = fileURLToPath(
  new URL('../../node_modules/@vladmandic/human/assets/screenshot-facematch.jpg', import.meta.url),
);

/** The grid of faces on the face package's own picture, in pixels. Measured on the picture. */
const GRID = { left: 2, top: 284, columnPitch: 106.7, rowPitch: 113, cellWidth: 104, cellHeight: 105 };
const COLUMNS = 18;
const ROWS = 6;

/** Standard deviation of the grain in grey values, like that of a phone indoors. */
const SELFIE_GRAIN = 10;

/** A place in the grid; row and column count from 0. */
export interface FacePlace {
  row: number;
  column: number;
}

/**
 * Faces with known agreement. `man`, `manAgain` and `manElsewhere` show one man (cosine of the face package's own embeddings 0.81-0.86). `stranger`
 * is another man (0.24-0.30 to each of them). `woman` and `womanAgain` show one woman.
 */
export const FACES = {
  man: { row: 0, column: 3 },
  manAgain: { row: 0, column: 8 },
  manElsewhere: { row: 0, column: 1 },
  stranger: { row: 3, column: 15 },
  woman: { row: 4, column: 16 },
  womanAgain: { row: 2, column: 1 },
} as const satisfies Record<string, FacePlace>;

export interface CropOptions {
  /** Width of the picture in pixels; its height is 1 % larger. */
  size?: number;
}

/**
 * One face of the installed package's own picture, enlarged to the size of a selfie (JPEG). Enlarging leaves no fine
 * detail, and the quality check rightly calls that blurred. So the grain of a camera's sensor is added.
 */
export async function cropFace(place: FacePlace, { size = 800 }: CropOptions = {}): Promise<Buffer> {
  if (place.row >= ROWS || place.column >= COLUMNS) throw new RangeError('no such face in the grid');
  const enlarged = await sharp(SHEET)
    .extract({
      left: Math.round(GRID.left + place.column * GRID.columnPitch),
      top: GRID.top + place.row * GRID.rowPitch,
      width: GRID.cellWidth,
      height: GRID.cellHeight,
    })
    .resize({ width: size, kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = enlarged.info;
  addGrain(enlarged.data, SELFIE_GRAIN);
  return sharp(enlarged.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
