import { type GreyPicture, toGrey } from './measure.ts';

const WHOLE_WIDTH = 160;
const MIDDLE = { width: 256, height: 192 };
const JPEG_QUALITY = 0.95;

export interface Sample {
  whole: GreyPicture;
  middle: GreyPicture;
}

/** Returns a function that takes small samples of the camera's picture. */
export function createSampler(): (video: HTMLVideoElement) => Sample | null {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const read = (width: number, height: number, draw: (pen: CanvasRenderingContext2D) => void): GreyPicture | null => {
    if (!pen) return null;
    Object.assign(canvas, { width, height });
    draw(pen);
    return toGrey(pen.getImageData(0, 0, width, height).data, width, height);
  };
  return (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0 || height === 0) return null;
    const small = Math.round((WHOLE_WIDTH * height) / width);
    const across = Math.min(MIDDLE.width, width);
    const down = Math.min(MIDDLE.height, height);
    const left = (width - across) / 2;
    const top = (height - down) / 2;
    const whole = read(WHOLE_WIDTH, small, (to) => to.drawImage(video, 0, 0, WHOLE_WIDTH, small));
    const middle = read(across, down, (to) => to.drawImage(video, left, top, across, down, 0, 0, across, down));
    return whole && middle && { whole, middle };
  };
}

/** Returns the camera's current picture in its own pixels, never mirrored. */
export async function takePicture(video: HTMLVideoElement, name: string): Promise<File | null> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: video.videoWidth,
    height: video.videoHeight,
  });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  return blob && new File([blob], name, { type: 'image/jpeg' });
}
