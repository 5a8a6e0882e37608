import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type CameraChoice, type CameraFault, listCameras, openCamera, stopCamera } from './camera.ts';
import type { Purpose } from './hints.ts';

interface UsedCamera {
  state: 'opening' | 'on' | CameraFault;
  choices: readonly CameraChoice[];
  /** The id of the one that is on. */
  chosen: string | null;
  choose(id: string): void;
  retry(): void;
}

/** Shows a camera in `video` as long as the component is shown; then it is off. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, purpose: Purpose): UsedCamera {
  const [state, setState] = useState<UsedCamera['state']>('opening');
  const [choices, setChoices] = useState<readonly CameraChoice[]>([]);
  const [asked, setAsked] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    let on: MediaStream | null = null;
    const start = async (): Promise<void> => {
      setState('opening');
      const stream = await openCamera(purpose, asked);
      if (typeof stream === 'string') return gone ? undefined : setState(stream);
      if (gone || !video.current) return stopCamera(stream);
      on = stream;
      const [track] = stream.getVideoTracks();
      // Unplugged, or taken away.
      track?.addEventListener('ended', () => setState('missing'));
      video.current.srcObject = stream;
      await video.current.play().catch(() => {});
      const found = await listCameras();
      // It may have been unplugged while it was being opened.
      if (gone || track?.readyState !== 'live') return;
      setChosen(track.getSettings().deviceId ?? null);
      setChoices(found);
      setState('on');
    };
    void start();
    return () => {
      gone = true;
      if (on) stopCamera(on);
    };
  }, [purpose, asked, tries, video]);
  return { state, choices, chosen, choose: setAsked, retry: () => setTries(tries + 1) };
}
