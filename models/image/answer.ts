import { type DecodedImage, IMAGE_FORMATS, type ImageHeader, type InspectedImage } from '../ports.ts';
import { isCount, isRaster, isRecord, isSize } from '../runtime/answers.ts';

/** Every JPEG file begins so (ITU-T T.81, B.1.1.3: start of image, and the next marker). */
const JPEG_START = [0xff, 0xd8, 0xff];

export function isInspectedImage(answer: unknown): answer is InspectedImage {
  return isImageHeader(answer) && isCount((answer as InspectedImage).pages, 1);
}

function isImageHeader(answer: unknown): answer is ImageHeader {
  return isSize(answer) && IMAGE_FORMATS.includes((answer as ImageHeader).format);
}

export function isDecodedImage(answer: unknown): answer is DecodedImage {
  if (!isRecord(answer) || !isRaster(answer['image'])) return false;
  return isImageHeader(answer['original']) && typeof answer['damaged'] === 'boolean';
}

export function isJpeg(answer: unknown): answer is Uint8Array {
  return answer instanceof Uint8Array && JPEG_START.every((byte, at) => answer[at] === byte);
}
