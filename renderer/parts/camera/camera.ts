import type { Purpose } from './hints.ts';

/** Why there is no picture: nothing can be asked for on this page, it was refused, there is none, or something else has it. */
export type CameraFault = 'insecure' | 'refused' | 'missing' | 'busy';

export interface CameraChoice {
  id: string;
  label: string;
}

/** What cameras offer is 16:9 mostly; a document needs what pixels there are. */
const WANTED = { width: { ideal: 2560 }, height: { ideal: 1440 } };

const FAULTS: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Browsers give the camera only to pages that came over https, or from this machine itself. */
const mayAskForCamera = (): boolean => isSecureContext && 'mediaDevices' in navigator;

/** `deviceId` null: the one that looks the way of the purpose. The fault in place of a stream where there is none. */
export async function openCamera(purpose: Purpose, deviceId: string | null): Promise<MediaStream | CameraFault> {
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

/** Their names are told only once one of them may be used. */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ id: deviceId, label }));
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
