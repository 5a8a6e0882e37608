import type { CaptureChallenge, CaptureView } from '../../server/contract/capture-page.ts';
import type { OpenedCaptureSessionAnswer } from '../../server/contract/capture-sessions.ts';
import { must } from '../../server/lib/assert.ts';
import { CONSENT_VERSION } from '../../server/vocabulary/consent-text.ts';
import { fakeFile } from './fake-engines.ts';
import { cardAndSelfie } from './form.ts';
import type { HeadPose } from './heads.ts';
import type { TestServer } from './server.ts';

/** A frame of a challenge, and when the page took it. */
export interface Frame {
  ms: number;
  jpeg: Buffer;
}

export interface Batch {
  challenge_id: string;
  nonce: string;
  counter: number;
  frames: readonly Frame[];
  /** By default those of the frames. */
  times?: readonly number[];
}

/** An answer of the capture listener: its body, whatever it is. */
export interface Answer<T> {
  status: number;
  body: T & { code?: string };
  cookie: string | null;
}

/** Switches the capture listener on at a free port of this machine. Returns the address of its pages. */
export async function switchCaptureOn({ appliance }: Pick<TestServer, 'appliance'>): Promise<string> {
  const { port } = await appliance.lan.capture.change({ on: true, port: 0 }, 'cli');
  return `http://127.0.0.1:${port}`;
}

/** Creates a capture session. */
export async function createSession(
  server: Pick<TestServer, 'fetch'>,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<OpenedCaptureSessionAnswer> {
  const answer = await server.fetch('/v1/capture-sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as OpenedCaptureSessionAnswer;
}

/** The token in the fragment of a link. */
export const tokenOf = ({ link }: Pick<OpenedCaptureSessionAnswer, 'link'>): string =>
  must(link, 'it was not claimed').split('#')[1] as string;

/** The applicant's device: a browser that has the page and its cookie. */
export class Device {
  readonly base: string;
  cookie: string | null = null;

  constructor(base: string) {
    this.base = base;
  }

  async ask<T = CaptureView>(method: string, path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const answer = await fetch(`${this.base}${path}`, {
      method,
      ...init,
      headers: { 'sec-fetch-site': 'same-origin', ...(this.cookie && { cookie: this.cookie }), ...init.headers },
    });
    const set = answer.headers.get('set-cookie');
    if (set) this.cookie = set.split(';')[0] ?? null;
    return { status: answer.status, body: (await answer.json()) as T & { code?: string }, cookie: set };
  }

  post<T = CaptureView>(path: string, body: object = {}): Promise<Answer<T>> {
    const headers = { 'content-type': 'application/json' };
    return this.ask<T>('POST', path, { headers, body: JSON.stringify(body) });
  }

  picture<T = CaptureView>(path: string, jpeg: Buffer): Promise<Answer<T>> {
    return this.ask<T>('POST', path, { headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(jpeg) });
  }

  view(): Promise<Answer<CaptureView>> {
    return this.ask('GET', '/c/session');
  }

  begin(): Promise<Answer<CaptureChallenge>> {
    return this.ask('POST', '/c/challenge');
  }

  send({ frames, times = frames.map(({ ms }) => ms), ...batch }: Batch): Promise<Answer<CaptureChallenge>> {
    const form = new FormData();
    form.append('batch', JSON.stringify({ ...batch, times }));
    for (const { jpeg } of frames) form.append('frame', new Blob([new Uint8Array(jpeg)]), 'frame.jpg');
    return this.ask('POST', '/c/challenge/frames', { body: form });
  }

  /** Claims by the pairing code, consents and chooses a document. */
  async reachCapturing({ pairing_code }: OpenedCaptureSessionAnswer, type: string | null = 'passport'): Promise<void> {
    await this.post('/c/claim', { pairing_code });
    await this.consent();
    if (type !== null) await this.post('/c/document', { type });
  }

  consent(accepted = true): Promise<Answer<CaptureView>> {
    return this.post('/c/consent', { version: CONSENT_VERSION, accepted, language: 'fr' });
  }

  /** Takes the picture of the first document. */
  document(): Promise<Answer<CaptureView>> {
    return this.picture('/c/picture/document_1', must(cardAndSelfie()[0], 'the card comes first').bytes);
  }
}

const TARGETS: Record<string, HeadPose> = {
  left: { yaw: 32 },
  right: { yaw: -32 },
  up: { pitch: 26 },
  down: { pitch: -26 },
};

/** Degrees that the head turns in one frame. */
const STEP = 6;
export const BATCH = 6;
/** Frames are never alike, whichever test draws them. */
let drawn = 0;

/** A frame of a head in this pose. */
export function frameOf(pose: HeadPose = {}, faces: number[] = [0]): Buffer {
  drawn += 1;
  return fakeFile({ faces, head: { x: 320 + (drawn % 50) / 20, ...pose, heightPx: 240 + drawn / 1e6 } });
}

/** A person before the camera, who does what the page says. */
export class Head {
  yaw = 0;
  pitch = 0;
  /** The page's time of the last frame, in ms since the challenge began. */
  ms = 0;
  readonly #advance: (ms: number) => unknown;
  readonly #frameMs: number;
  #taken: unknown;

  /**
   * @param advance moves the appliance's clock on while frames are taken, or waits
   * @param frameMs milliseconds between two frames
   */
  constructor(advance: (ms: number) => unknown, frameMs = 100) {
    this.#advance = advance;
    this.#frameMs = frameMs;
  }

  /** The next frames, on the way to what is asked for. */
  frames(move: string | null, count = BATCH): Frame[] {
    const { yaw = 0, pitch = 0 } = TARGETS[move ?? ''] ?? {};
    this.#taken = this.#advance(this.#frameMs * count);
    return Array.from({ length: count }, () => {
      this.yaw = towards(this.yaw, yaw);
      this.pitch = towards(this.pitch, pitch);
      this.ms += this.#frameMs;
      return { ms: this.ms, jpeg: frameOf({ yaw: this.yaw, pitch: this.pitch }) };
    });
  }

  /** Goes on with a challenge until it ends, or `until` holds. */
  async follow(
    device: Device,
    challenge: CaptureChallenge,
    until: (now: CaptureChallenge) => boolean = () => false,
  ): Promise<CaptureChallenge> {
    let now = challenge;
    for (let batches = 0; batches < 60 && now.state !== 'done' && now.state !== 'failed' && !until(now); batches++) {
      const { challenge_id, nonce, counter, move } = now;
      const frames = this.frames(move);
      await this.#taken;
      const answer = await device.send({ challenge_id, nonce, counter, frames });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.code}`);
      now = answer.body;
    }
    return now;
  }
}

const towards = (from: number, to: number): number => from + Math.max(-STEP, Math.min(STEP, to - from));
