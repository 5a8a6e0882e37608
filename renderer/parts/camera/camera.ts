import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Subject } from '../../guide/guide.ts';

/** Why there is no picture: this page may not use the camera, the user refused, there is none, it went away, or another program uses it. */
type CameraFault = 'insecure' | 'refused' | 'missing' | 'lost' | 'busy';

interface CameraChoice {
  id: string;
  label: string;
}

/** Most cameras offer 16:9; a document needs as many pixels as possible. */
const WANTED = { width: { ideal: 2560 }, height: { ideal: 1440 } };

const FAULTS: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Browsers allow the camera only on pages served over https or from this machine. */
const mayAskForCamera = (): boolean => isSecureContext && 'mediaDevices' in navigator;

/** Opens a camera. `deviceId` null: the camera that faces the subject of the purpose. Returns the fault instead of a stream if there is none. */
async function openCamera(purpose: Subject, deviceId: string | null): Promise<MediaStream | CameraFault> {
  if (!mayAskForCamera()) return 'insecure';
  const which = deviceId
    ? { deviceId: { exact: deviceId } }
    : { facingMode: { ideal: purpose === 'selfie' ? 'user' : 'environment' } };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...WANTED, ...which } });
  } catch (error) {
    return FAULTS[(error as DOMException).name] ?? 'busy';
  }
}

/** Browsers reveal the names of cameras only once one of them may be used. */
async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, label }));
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Shows a camera in `video` while the component is shown; then switches it off. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, purpose: Subject) {
  const [state, setState] = useState<'opening' | 'on' | CameraFault>('opening');
  const [choices, setChoices] = useState<readonly CameraChoice[]>([]);
  const [asked, setAsked] = useState<string | null>(null);
  /** The id of the active camera. */
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
      // Unplugged, or taken by another program.
      track?.addEventListener('ended', () => setState('lost'));
      video.current.srcObject = stream;
      await video.current.play().catch(() => {});
      const found = await listCameras();
      // It may have been unplugged while it was opening.
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
