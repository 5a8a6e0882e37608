import { useEffect, useRef, useState } from 'preact/hooks';
import type { CaptureChallenge, CaptureView } from '../../server/contract/capture-page.ts';
import { Button } from '../parts/button.tsx';
import { useCamera } from '../parts/camera/camera.ts';
import { ask } from './api.ts';
import { AttendedQuestion } from './before.tsx';
import { CameraBox } from './camera-box.tsx';
import { createFrameCamera } from './face/frame-camera.ts';
import { framingOf, messageOf, steady, turnOf, type Wanted } from './face/guide.ts';
import type { FaceSight } from './face/sight.ts';
import { watchFaces } from './face/watcher.ts';
import { createPump, type Frame, type Pump } from './frames.ts';
import { Page } from './parts.tsx';
import type { CaptureStep } from './screen.ts';
import { busy, dim, kept, plain, problem, refresh, report } from './state.ts';
import { codeText, t } from './text/text.ts';

/** The page looks for a new frame so often; a camera gives 30 a second. */
const TICK_MS = 20;
/** From one look of the guidance to the next. During the challenge the appliance needs the processor, perhaps of this same machine. */
const LOOK_MS = 100;
const LOOK_BUSY_MS = 200;
/** "Good" stays for this time after a move was seen. */
const PRAISE_MS = 1_200;

/** An attempt that runs. */
interface Running {
  pump: Pump;
  begunMs: number;
}

/** How the last attempt ended: `hidden`, `interrupted`, or the appliance's reason; null: there was none. */
type Ended = 'hidden' | 'interrupted' | NonNullable<CaptureChallenge['reason']> | 'other' | null;

/** The face check: guides the face into the oval, then shows each move as the appliance asks for it. */
export function FacePage({ of, step }: { of: CaptureView; step: CaptureStep }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, 'selfie');
  const running = useRef<Running | null>(null);
  const portrait = useRef<Blob | null>(null);
  const [challenge, setChallenge] = useState<CaptureChallenge | null>(null);
  const [ended, setEnded] = useState<Ended>(step.last_error);
  const [slow, setSlow] = useState(false);
  const [asking, setAsking] = useState(false);
  const sight = useSight(video, camera.state === 'on', running, portrait);
  const praised = usePraise(challenge);

  const stop = (why: Ended): void => {
    running.current?.pump.stop();
    running.current = null;
    setChallenge(null);
    setEnded(why);
  };
  const begin = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      const first = await ask<CaptureChallenge>('POST', 'challenge', {});
      const pump = createPump(first, sendFrames, { onAnswer, onError });
      running.current = { pump, begunMs: performance.now() };
      setChallenge(first);
      setEnded(null);
    } catch (error) {
      report(error);
      await refresh(true);
    } finally {
      busy.value = false;
    }
  };
  const onAnswer = (answer: CaptureChallenge): void => {
    setSlow(running.current?.pump.slow === true);
    setChallenge(answer);
    if (answer.state === 'done' && portrait.current) kept(step.id, portrait.current);
    if (answer.state === 'done' || answer.state === 'failed') {
      stop(answer.state === 'failed' ? (answer.reason ?? 'other') : null);
      void refresh();
    }
  };
  const onError = (error: unknown): void => {
    stop('interrupted');
    report(error);
    void refresh(true);
  };
  // A page in the background gets no frames. The attempt ends, and the appliance does not count it.
  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden' && running.current) stop('hidden');
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      running.current?.pump.stop();
    };
  }, []);
  useEffect(() => {
    if (camera.state !== 'on' && running.current) stop('interrupted');
  }, [camera.state]);
  // The page turns white to light the face, unless the applicant asked for a dark one.
  useEffect(() => {
    document.documentElement.classList.toggle('glow', !dim.value);
    return () => document.documentElement.classList.remove('glow');
  }, [dim.value]);

  const move = challenge?.state === 'move' ? challenge.move : null;
  const framing = useFraming(sight, challenge);
  const unseen = sight === null && challenge === null;
  return (
    <Page
      title={t('face.title')}
      // After an attempt its reason stands there, and the buttons still fit into the window.
      lead={challenge === null && ended === null && t('face.text')}
      wide
      actions={
        challenge === null && (
          <>
            <Button onClick={() => setAsking(true)} label={t('ready.attended')} />
            {of.liveness === 'offered' && (
              <Button
                onClick={() => {
                  plain.value = true;
                }}
                label={t('face.plain')}
              />
            )}
            <Button
              look="primary"
              busy={busy.value}
              disabled={camera.state !== 'on'}
              onClick={() => void begin()}
              label={t(ended === null ? 'face.start' : 'action.again')}
            />
          </>
        )
      }
    >
      {ended !== null && challenge === null && (
        <div class="note warn" role="alert">
          <p>{ended === 'hidden' || ended === 'interrupted' ? t(`face.${ended}`) : codeText('reason', ended)}</p>
          <p>{t('face.left', { count: step.attempts_left })}</p>
        </div>
      )}
      <CameraBox
        video={video}
        camera={camera}
        label={t('face.camera')}
        mirrored
        message={unseen ? t('selfie.text') : told(praised, slow && move === null, framing, challenge)}
        {...(framing !== null ? { icon: 'alert' } : move === null && !unseen && { icon: 'check' })}
      >
        <Oval good={framing === null && !unseen} />
        {challenge && (
          <div data-move={move ?? 'ahead'} class="move" aria-hidden="true">
            {move && <Arrow move={move} share={sight ? turnOf(sight, move) : 0} />}
          </div>
        )}
      </CameraBox>
      {challenge && (
        <p class="face-progress row gap-8">
          {t('face.progress', { done: challenge.moves_done, total: challenge.moves_total })}
          <progress value={challenge.moves_done} max={challenge.moves_total} aria-label={t('face.title')} />
        </p>
      )}
      {asking && <AttendedQuestion onClose={() => setAsking(false)} />}
    </Page>
  );
}

/** Returns the one message. That the appliance is slow is said while the head does not have to move. */
function told(praised: boolean, slow: boolean, framing: string | null, challenge: CaptureChallenge | null): string {
  if (praised) return t('face.seen');
  if (slow && framing === null) return t('face.slow');
  return codeText('guide', messageOf(framing, challenge));
}

/** Takes the camera's frames: for the guidance, and for an attempt that runs. Returns what the last one shows; null: unknown. */
function useSight(
  video: { current: HTMLVideoElement | null },
  on: boolean,
  running: { current: Running | null },
  portrait: { current: Blob | null },
): FaceSight | null {
  const [sight, setSight] = useState<FaceSight | null>(null);
  useEffect(() => {
    const frames = on && video.current ? createFrameCamera(video.current) : null;
    if (frames === null) return;
    const watcher = watchFaces(setSight);
    let [takenMs, lookedMs] = [0, 0];
    /** One frame after the other: a frame must not overtake the one before. */
    let encoding = false;
    const tick = (): void => {
      const nowMs = performance.now();
      const attempt = running.current;
      const looks = watcher.free && nowMs - lookedMs >= (attempt ? LOOK_BUSY_MS : LOOK_MS);
      const takes = attempt !== null && nowMs - takenMs >= attempt.pump.intervalMs;
      if (encoding || !(looks || takes) || !frames.draw()) return;
      if (looks) {
        lookedMs = nowMs;
        watcher.look(frames.pixels());
      }
      if (!takes) return;
      takenMs = nowMs;
      encoding = true;
      void frames.jpeg().then((jpeg) => {
        encoding = false;
        if (jpeg === null) return;
        portrait.current ??= jpeg;
        attempt.pump.add({ jpeg, atMs: nowMs - attempt.begunMs });
      });
    };
    const timer = setInterval(tick, TICK_MS);
    return () => {
      clearInterval(timer);
      watcher.stop();
    };
  }, [on]);
  return sight;
}

async function sendFrames(before: CaptureChallenge, frames: readonly Frame[]): Promise<CaptureChallenge> {
  const { challenge_id, nonce, counter } = before;
  const times = frames.map(({ atMs }) => Math.round(atMs));
  const form = new FormData();
  form.append('batch', JSON.stringify({ challenge_id, nonce, counter, times }));
  for (const { jpeg } of frames) form.append('frame', jpeg, 'frame.jpg');
  return ask<CaptureChallenge>('POST', 'challenge/frames', form);
}

/** Returns what is wrong with how the face stands, without flicker. A browser that cannot guide says nothing. */
function useFraming(sight: FaceSight | null, wanted: Wanted): string | null {
  const keep = useRef(steady<string | null>(null));
  const [framing, setFraming] = useState<string | null>(null);
  useEffect(() => setFraming(sight === null ? null : keep.current(framingOf(sight, wanted))), [sight, wanted]);
  return framing;
}

/** Returns whether a move was seen just now. */
function usePraise(challenge: CaptureChallenge | null): boolean {
  const done = challenge?.moves_done ?? 0;
  const [praised, setPraised] = useState(false);
  useEffect(() => {
    setPraised(done > 0);
    const timer = setTimeout(() => setPraised(false), PRAISE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return praised && challenge?.state === 'look_ahead';
}

function Oval({ good }: { good: boolean }) {
  return (
    <svg class={good ? 'oval ready' : 'oval'} viewBox="0 0 400 300" aria-hidden="true">
      <ellipse cx="200" cy="150" rx="88" ry="118" />
    </svg>
  );
}

/** Degrees by which an arrow that points up is turned. The picture is mirrored, so the person's left is on the left. */
const TURNS = { up: 0, right: 90, down: 180, left: 270 } as const;

function Arrow({ move, share }: { move: NonNullable<CaptureChallenge['move']>; share: number }) {
  return (
    <svg class={`arrow ${move}`} viewBox="0 0 100 100" aria-hidden="true">
      <g transform={`rotate(${TURNS[move]} 50 50)`}>
        <path class="arrow-ground" d="M50 6 92 52H68V94H32V52H8Z" />
        <clipPath id="arrow-share">
          <rect x="0" y={94 - 88 * share} width="100" height={88 * share} />
        </clipPath>
        <path class="arrow-value" clip-path="url(#arrow-share)" d="M50 6 92 52H68V94H32V52H8Z" />
      </g>
    </svg>
  );
}
