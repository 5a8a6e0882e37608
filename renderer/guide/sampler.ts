import { toColour, toGrey } from './colour.ts';
import type { Taken } from './measure.ts';
import { bounds, type Outline } from './outline.ts';

const FRAME_SIDE = 320;
const DETAIL = { width: 256, height: 192 };
const JPEG_QUALITY = 0.95;

/** Returns a function that takes a small sample of the camera's picture; null while there is none. The detail comes from the middle of `outline`. */
export function createSampler(): (video: HTMLVideoElement, outline?: Outline | null) => Taken | null {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const read = (width: number, height: number, draw: (pen: CanvasRenderingContext2D) => void): ImageData | null => {
    if (!pen) return null;
    Object.assign(canvas, { width, height });
    draw(pen);
    return pen.getImageData(0, 0, width, height);
  };
  return (video, outline = null) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0 || height === 0) return null;
    const scale = FRAME_SIDE / Math.max(width, height);
    const small = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const [across, down] = [Math.min(DETAIL.width, width), Math.min(DETAIL.height, height)];
    const box = outline ? bounds(outline) : { left: 0, top: 0, right: 1, bottom: 1 };
    const within = (middle: number, part: number, whole: number): number =>
      Math.max(0, Math.min(whole - part, middle * whole - part / 2));
    const left = within((box.left + box.right) / 2, across, width);
    const top = within((box.top + box.bottom) / 2, down, height);
    const frame = read(small.width, small.height, (to) => to.drawImage(video, 0, 0, small.width, small.height));
    const detail = read(across, down, (to) => to.drawImage(video, left, top, across, down, 0, 0, across, down));
    return (
      frame &&
      detail && {
        frame: toColour(frame.data, frame.width, frame.height),
        detail: toGrey(detail.data, across, down),
        width,
        height,
      }
    );
  };
}

/** Returns the camera's current picture in its own pixels (JPEG), never mirrored. */
export async function takePicture(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: video.videoWidth,
    height: video.videoHeight,
  });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}
