import { useEffect, useRef, useState } from 'preact/hooks';
import type { PreviewAnswer } from '../../server/contract/capture-page.ts';
import { createGuide, type Guidance } from '../guide/guide.ts';
import { createSampler, takePicture } from '../guide/sampler.ts';
import { Button } from '../parts/button.tsx';
import { useCamera } from '../parts/camera/camera.ts';
import { ask } from './api.ts';
import { CameraBox } from './camera-box.tsx';
import { toJpeg } from './jpeg.ts';
import { Page } from './parts.tsx';
import type { CaptureStep } from './screen.ts';
import { announce, busy, sendPicture } from './state.ts';
import { codeText, t } from './text/text.ts';

const SAMPLE_MS = 130;
/** The appliance looks for the machine-readable zone so often. */
const PREVIEW_MS = 650;
const PREVIEW = { widthMax: 1280, quality: 0.7, bytesMax: 256 * 1024 };
/** Time to turn the document over, in which the picture of the first side is not taken again. */
const TURN_OVER_MS = 3_000;

/** Captures one side of a document: automatically when it is held well, by hand after a while. The camera stays on for the other side. */
export function DocumentPage({ step }: { step: CaptureStep }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, 'document');
  const on = camera.state === 'on';
  const [guidance, setGuidance] = useState<Guidance | null>(null);
  const [preview, setPreview] = useState<PreviewAnswer | null>(null);
  const [turning, setTurning] = useState(false);
  const sending = busy.value;
  const wrongSide = useRef(false);
  wrongSide.current = preview?.message === 'wrong_side';
  const shoot = async (): Promise<void> => {
    const picture = video.current && (await takePicture(video.current));
    if (!picture || busy.value) return;
    if (await sendPicture(step.id, picture)) announce(t('document.taken'));
  };

  useEffect(() => {
    setGuidance(null);
    setPreview(null);
    if (step.side !== 'back') return;
    setTurning(true);
    const timer = setTimeout(() => setTurning(false), TURN_OVER_MS);
    return () => clearTimeout(timer);
  }, [step.id]);

  // A new guide for each side, and after a picture that the appliance refused.
  useEffect(() => {
    if (!on || turning || sending) return;
    const sample = createSampler();
    const guide = createGuide();
    const timer = setInterval(() => {
      const taken = video.current && sample(video.current, guide.outline);
      if (!taken) return;
      const now = guide.add(taken, performance.now());
      setGuidance(now);
      if (now.shoot && wrongSide.current) guide.reset();
      else if (now.shoot) void shoot();
    }, SAMPLE_MS);
    return () => clearInterval(timer);
  }, [on, turning, sending, step.id]);

  useEffect(() => {
    if (!on || turning || sending) return;
    const ending = new AbortController();
    const look = async (): Promise<void> => {
      const small = video.current && (await toJpeg(video.current, PREVIEW));
      if (small) setPreview(await ask<PreviewAnswer>('POST', `preview/${step.id}`, small, ending.signal));
    };
    // Guidance only: a preview that fails is left out.
    const next = (): void =>
      void setTimeout(
        () =>
          !ending.signal.aborted &&
          void look()
            .catch(() => {})
            .finally(next),
        PREVIEW_MS,
      );
    next();
    return () => ending.abort();
  }, [on, turning, sending, step.id]);

  const manual = guidance?.manual === true && !sending;
  useEffect(() => {
    if (manual) announce(t('document.manual'));
  }, [manual]);
  return (
    <Page
      title={titleOf(step)}
      lead={step.document_type === 'passport' ? t('document.passport') : t('document.text')}
      wide
      actions={
        manual && <Button look="primary" icon="camera" onClick={() => void shoot()} label={t('document.manual')} />
      }
    >
      <CameraBox
        video={video}
        camera={camera}
        label={t('document.camera')}
        message={messageOf({ sending, turning, guidance, preview })}
        icon={guidance?.ready ? 'check' : 'camera'}
      >
        {guidance?.outline && (
          <svg
            class={guidance.ready ? 'outline ready' : 'outline'}
            viewBox="0 0 1 1"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <polygon points={guidance.outline.map(({ x, y }) => `${x},${y}`).join(' ')} />
          </svg>
        )}
      </CameraBox>
      <p class="zone faint" role="presentation">
        {preview?.zone === 'read' && t('document.zone_read')}
      </p>
    </Page>
  );
}

function titleOf({ side }: CaptureStep): string {
  return t(side === null ? 'document.title' : `document.title_${side}`);
}

interface Seen {
  sending: boolean;
  turning: boolean;
  guidance: Guidance | null;
  preview: PreviewAnswer | null;
}

/** Returns the one message: what the page sees comes first, because the appliance's answer is older. */
function messageOf({ sending, turning, guidance, preview }: Seen): string | null {
  if (sending) return t('document.sending');
  if (turning) return codeText('guide', 'wrong_side');
  if (guidance === null || guidance.message === null) return null;
  const code = guidance.ready && preview?.message ? preview.message : guidance.message;
  return codeText('guide', code);
}
