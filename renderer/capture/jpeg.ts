interface JpegForm {
  /** Longest width; a larger picture is reduced. */
  widthMax: number;
  quality: number;
  bytesMax: number;
}

/** Each further try has this share of the quality. */
const COARSER = 0.7;
const TRIES_MAX = 4;

/** Returns a picture of a canvas as a JPEG within its size; null if that is not possible. */
export async function encode(canvas: HTMLCanvasElement, quality: number, bytesMax: number): Promise<Blob | null> {
  for (let tries = 0, now = quality; tries < TRIES_MAX; tries++, now *= COARSER) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', now));
    if (blob !== null && blob.size <= bytesMax) return blob;
  }
  return null;
}

/** Returns the camera's present picture as a JPEG, reduced; null if there is none yet. */
export async function toJpeg(video: HTMLVideoElement, { widthMax, quality, bytesMax }: JpegForm): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null || videoWidth === 0) return null;
  const share = Math.min(1, widthMax / videoWidth);
  const [width, height] = [Math.round(videoWidth * share), Math.round(videoHeight * share)];
  Object.assign(pen.canvas, { width, height });
  pen.drawImage(video, 0, 0, width, height);
  return encode(pen.canvas, quality, bytesMax);
}
