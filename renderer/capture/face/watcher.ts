import type { Pixels } from './crop.ts';
import type { FaceSight } from './sight.ts';
import workerUrl from './worker.ts?worker&url';

/** The page's only Trusted Types policy. It makes one address: that of the worker. */
const policy = globalThis.trustedTypes?.createPolicy('custos-face-worker', { createScriptURL: () => workerUrl });

export interface FaceWatcher {
  /** Whether it waits for a frame. */
  readonly free: boolean;
  look(pixels: Pixels): void;
  stop(): void;
}

/**
 * Starts the face guidance in a worker. Its nets load when this is called first, and stay with the worker.
 * @param onSight called with what each frame shows; null: this browser cannot guide, and no frame will be looked at
 */
export function watchFaces(onSight: (sight: FaceSight | null) => void): FaceWatcher {
  const worker = new Worker((policy?.createScriptURL('') ?? workerUrl) as string, { type: 'module' });
  let free = true;
  const fail = (): void => {
    worker.terminate();
    onSight(null);
  };
  worker.addEventListener('error', fail);
  worker.addEventListener('message', ({ data }: MessageEvent<FaceSight>) => {
    free = true;
    onSight(data);
  });
  return {
    get free() {
      return free;
    },
    look(pixels) {
      free = false;
      worker.postMessage(pixels, [pixels.rgba.buffer]);
    },
    stop: () => worker.terminate(),
  };
}
