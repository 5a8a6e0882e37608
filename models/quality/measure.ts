import { glareShare } from '../pixels/glare.ts';
import { countGreys, meanGrey, quantileGrey, varianceOfLaplacian } from '../pixels/grey.ts';
import type { CutText, MeasureOptions, QualityMeasures, RasterImage } from '../ports.ts';
import { CUT_TEXT_SIDE_PIXELS, findCutText } from './cut-text.ts';
import { hasPlainEdges } from './edges.ts';
import { scaleGrey } from './scale.ts';

/** The measured thresholds are valid only at this size. */
const MEASURE_SIDE_PIXELS = 640;
/** Printed text covers more than this share of nearly every document; its darkness shows whether the light washed it out. */
const DARKEST_SHARE = 0.01;
/** In good light, more than this share of any picture is bright. */
const LIGHTEST_SHARE = 0.02;

/**
 * Measures a picture's quality without reading it. Measured on 36 specimen documents and two drawn cards:
 * - sharpness 119 to 8,400, and 3 to 67 when blurred by 2 pixels at this size; a drawn card falls under 100 at a blur
 *   of about 0.2 % of its width, alike at 640, 1,000, 1,600 and 3,000 pixels. On 27 portraits 43 to 1,515, blurred 3 to
 *   10: a face has fewer edges than printed text, so the two need separate thresholds.
 * - mean brightness under 70 is dark (area under the curve 1.0 on darkened copies).
 * - the darkest hundredth has 0 to 101; when ink and background were washed out (contrast to 40 %, lifted by 150) 142 to 190.
 * - the lightest fiftieth has 203 and more in 34 good public specimens, and 157 and more in 177 photographs of faces;
 *   at 0.35 of their light 89 at most.
 * - glare means little (0.74), so it may warn and must never refuse.
 * - cut text: see `findCutText`.
 */
export async function measureQuality(
  image: RasterImage,
  options: MeasureOptions = { cutText: true },
): Promise<QualityMeasures> {
  const grey = await scaleGrey(image, MEASURE_SIDE_PIXELS);
  const counts = countGreys(grey.values);
  return {
    sharpness: varianceOfLaplacian(grey),
    brightness: meanGrey(counts),
    glareShare: glareShare(grey),
    darkest: quantileGrey(counts, DARKEST_SHARE),
    lightest: quantileGrey(counts, 1 - LIGHTEST_SHARE),
    ...(options.cutText && { cutText: await lookForCutText(image) }),
  };
}

/** If the edges are plain, no text runs into them, and the picture need not be scaled. */
async function lookForCutText(image: RasterImage): Promise<CutText> {
  if (hasPlainEdges(image, CUT_TEXT_SIDE_PIXELS)) return { letters: 0, side: null };
  return findCutText(await scaleGrey(image, CUT_TEXT_SIDE_PIXELS));
}
