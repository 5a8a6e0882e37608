import { encode } from '../jpeg.ts';
import type { Pixels } from './crop.ts';

/** The size of a frame, as the appliance wants it. */
export const FRAME = { width: 640, height: 480 };
const QUALITY = 0.85;
const BYTES_MAX = 128 * 1024;

export interface FrameCamera {
  /** Draws the camera's present picture: its middle, in the shape of a frame. False if there is no picture, or none since the last. */
  draw(): boolean;
  /** What was drawn. */
  pixels(): Pixels;
  jpeg(): Promise<Blob | null>;
}

/** Takes frames of a camera, never the same one twice: the appliance refuses repeated frames. Null if the browser gives no canvas. */
export function createFrameCamera(video: HTMLVideoElement): FrameCamera | null {
  const { width, height } = FRAME;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) return null;
  let drawn = -1;
  let shown = 0;
  const count = (): void => {
    shown += 1;
    video.requestVideoFrameCallback(count);
  };
  // Missing in older browsers.
  const counts = (video.requestVideoFrameCallback as unknown) !== undefined;
  if (counts) video.requestVideoFrameCallback(count);
  return {
    draw() {
      const { videoWidth, videoHeight } = video;
      const now = counts ? shown : video.currentTime;
      if (videoWidth === 0 || now === drawn) return false;
      drawn = now;
      const share = Math.min(videoWidth / width, videoHeight / height);
      const [w, h] = [width * share, height * share];
      pen.drawImage(video, (videoWidth - w) / 2, (videoHeight - h) / 2, w, h, 0, 0, width, height);
      return true;
    },
    pixels: () => ({ width, height, rgba: pen.getImageData(0, 0, width, height).data }),
    jpeg: () => encode(canvas, QUALITY, BYTES_MAX),
  };
}
