import sharp from 'sharp';
import type { QualityMeasures, RasterImage } from '../ports.ts';
import { glareShare } from './glare.ts';
import { type GreyImage, meanGrey, varianceOfLaplacian } from './grey.ts';

/** The thresholds that were measured hold at this size only. */
const MEASURE_SIDE_PIXELS = 640;

/**
 * Sharpness, brightness and glare of a picture. Measured on 35 specimen documents: sharpness 119 to 8,400, and 3 to 67
 * where they were blurred by 2 pixels at this size; on 27 portraits 43 to 1,515, blurred 3 to 10: a face has fewer edges
 * than print, so the two need thresholds of their own. Mean brightness under 70 is dark (area under the curve 1.0 on
 * darkened copies). Glare tells little (0.74), so it may warn and must never refuse.
 */
export async function measureQuality(image: RasterImage): Promise<QualityMeasures> {
  const grey = await toGrey(image);
  return { sharpness: varianceOfLaplacian(grey), brightness: meanGrey(grey), glareShare: glareShare(grey) };
}

async function toGrey(image: RasterImage): Promise<GreyImage> {
  const { width, height, pixels } = image;
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: MEASURE_SIDE_PIXELS, height: MEASURE_SIDE_PIXELS, fit: 'inside' })
    .greyscale()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, values: data };
}
