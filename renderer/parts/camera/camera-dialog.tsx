import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Subject } from '../../guide/guide.ts';
import type { Outline } from '../../guide/outline.ts';
import { takePicture } from '../../guide/sampler.ts';
import { plural, t } from '../../text/text.ts';
import { Button, Icon } from '../button.tsx';
import { useObjectUrl } from '../files/media.ts';
import { Check, Choice, Dialog, Field, Options, typed } from '../form.tsx';
import { announce, Empty, Loading } from '../page.tsx';
import { useCamera } from './camera.ts';
import { useGuide } from './use-guide.ts';
import './camera.css';

const SUBJECTS = ['document', 'selfie'] as const;

interface CameraDialogProps {
  purpose: Subject;
  /** Takes only one picture, to replace another. */
  once?: boolean;
  onTaken: (file: File, purpose: Subject) => unknown;
  /** Lets the person prove on this machine that they are live, instead of a plain selfie; absent: not offered. */
  onChallenge?: () => void;
  onClose: () => void;
}

/** Takes pictures with a camera of this machine: preview, then accept or take again. */
export function CameraDialog({ purpose: first, once = false, onTaken, onChallenge, onClose }: CameraDialogProps) {
  const [purpose, setPurpose] = useState<Subject>(first);
  const [shot, setShot] = useState<File | null>(null);
  const [taken, setTaken] = useState(0);
  const [automatic, setAutomatic] = useState(true);
  const use = (): void => {
    if (!shot) return;
    onTaken(shot, purpose);
    if (once) {
      onClose();
      return;
    }
    setShot(null);
    setTaken(taken + 1);
    announce(t('camera.added'));
  };
  return (
    <Dialog title={t('camera.title')} onClose={onClose} wide>
      {!once && (
        <Choice
          class="camera-purpose"
          label={t('camera.purpose')}
          options={SUBJECTS.map((one) => [one, t(`camera.${one}`)])}
          chosen={purpose}
          onChoose={setPurpose}
          disabled={shot !== null}
        />
      )}
      {shot && <Shot file={shot} onUse={use} onAgain={() => setShot(null)} />}
      {/* The camera stays on during the preview, so the next picture can be taken at once. */}
      <div hidden={shot !== null}>
        <LiveView
          purpose={purpose}
          taken={taken}
          paused={shot !== null}
          automatic={automatic}
          onShot={setShot}
          onClose={onClose}
        >
          {purpose === 'document' && (
            <Check label={t('camera.automatic')} checked={automatic} onChange={setAutomatic} />
          )}
          {purpose === 'selfie' && onChallenge && (
            <Button icon="camera" onClick={onChallenge} label={t('camera.challenge')} />
          )}
        </LiveView>
      </div>
    </Dialog>
  );
}

function Shot({ file, onUse, onAgain }: { file: File; onUse: () => void; onAgain: () => void }) {
  const url = useObjectUrl(file);
  const use = useRef<HTMLButtonElement>(null);
  useEffect(() => use.current?.focus(), []);
  return (
    <>
      <div class="camera-frame stack">{url && <img src={url} alt={t('camera.shot')} />}</div>
      <p class="camera-hint gap-8 medium row">{t('camera.look')}</p>
      <footer class="actions">
        <Button icon="refresh" onClick={onAgain} label={t('camera.again')} />
        <Button ref={use} look="primary" icon="check" onClick={onUse} label={t('camera.use')} />
      </footer>
    </>
  );
}

interface LiveViewProps {
  purpose: Subject;
  /** Number of pictures accepted so far. */
  taken: number;
  paused: boolean;
  /** Takes the picture of a document by itself. */
  automatic: boolean;
  onShot: (file: File) => void;
  onClose: () => void;
  /** What can be chosen, above the buttons. */
  children: ComponentChildren;
}

/** Shows the camera's picture and what to correct before taking one. A face is mirrored on the screen but not in the picture. */
function LiveView({ purpose, taken, paused, automatic, onShot, onClose, children }: LiveViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, purpose);
  const shoot = async (): Promise<void> => {
    const picture = video.current && (await takePicture(video.current));
    if (picture) onShot(new File([picture], `${purpose}-${taken + 1}.jpg`, { type: picture.type }));
  };
  const guidance = useGuide(video, purpose, camera.state === 'on' && !paused, () => {
    if (!automatic) return;
    announce(t('camera.shot'));
    void shoot();
  });
  const hint = guidance && !guidance.ready ? guidance.message : null;
  const isReady = guidance?.ready === true;
  const { state } = camera;
  const take = useRef<HTMLButtonElement>(null);
  // Enter takes the picture, and the next one.
  useEffect(() => {
    if (state === 'on' && !paused) take.current?.focus();
  }, [state, paused]);
  const readyText = purpose === 'document' && automatic ? 'camera_hint.holding' : 'camera_hint.none';
  const isFault = state !== 'on' && state !== 'opening';
  return (
    <>
      {isFault && (
        <Empty icon="camera" title={t(`camera_fault.${state}`)}>
          <p>{t(`camera_fault.${state}_remedy`)}</p>
          {state !== 'insecure' && <Button onClick={camera.retry} label={t('action.retry')} />}
        </Empty>
      )}
      {state === 'opening' && <Loading label={t('camera.opening')} />}
      <div class="camera-frame stack" hidden={state !== 'on'}>
        <video
          ref={video}
          class={purpose === 'selfie' ? 'mirror' : ''}
          muted
          playsInline
          aria-label={t('camera.view')}
        />
        {guidance?.outline && video.current && (
          <Outlined outline={guidance.outline} of={video.current} good={isReady} />
        )}
      </div>
      {state === 'on' && (
        <p class={hint ? 'camera-hint gap-8 medium warn row' : 'camera-hint gap-8 medium row'} role="status">
          <Icon name={hint ? 'alert' : isReady ? 'check' : 'camera'} />
          {hint ? t(`camera_hint.${hint}`) : t(isReady ? readyText : `camera.frame_${purpose}`)}
        </p>
      )}
      {camera.choices.length > 1 && (
        <Field label={t('camera.title')}>
          <select value={camera.chosen ?? ''} onChange={(event) => camera.choose(typed(event))}>
            <Options
              of={camera.choices.map(({ id, label }, i) => [id, label || t('camera.nameless', { number: i + 1 })])}
            />
          </select>
        </Field>
      )}
      {children}
      <footer class="actions">
        <span class="faint camera-count">{taken > 0 && plural('camera.taken', taken)}</span>
        <Button look="quiet" onClick={onClose} label={t(taken > 0 ? 'camera.done' : 'action.cancel')} />
        <Button ref={take} look="primary" icon="camera" disabled={state !== 'on'} onClick={() => void shoot()}>
          {t('camera.take')}
        </Button>
      </footer>
    </>
  );
}

/** The found document as a line over the live view, which shows the whole of the camera's picture. */
function Outlined({ outline, of, good }: { outline: Outline; of: HTMLVideoElement; good: boolean }) {
  const { videoWidth, videoHeight } = of;
  const points = outline.map(({ x, y }) => `${x * videoWidth},${y * videoHeight}`).join(' ');
  return (
    <svg
      class={good ? 'camera-outline good' : 'camera-outline'}
      viewBox={`0 0 ${videoWidth} ${videoHeight}`}
      aria-hidden="true"
    >
      <polygon points={points} />
    </svg>
  );
}
