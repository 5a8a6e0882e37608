import sharp from 'sharp';
import type { QualityMeasures, RasterImage } from '../ports.ts';
import { glareShare } from './glare.ts';
import { type GreyImage, meanGrey, varianceOfLaplacian } from './grey.ts';

/** The thresholds that were measured hold at this size only. */
const MEASURE_SIDE_PIXELS = 640;

/**
 * Sharpness, brightness and glare of a picture. Measured on photographs of documents against blurred and darkened
 * copies of them: sharpness under about 300 is blur (area under the curve 0.998), brightness under 70 is dark (1.0);
 * glare tells little (0.74), so it may warn and must never refuse.
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
