import { useEffect, useRef, useState } from 'preact/hooks';
import type { CaptureView, PreviewAnswer } from '../../server/contract/capture-page.ts';
import type { Guidance } from '../guide/guide.ts';
import { takePicture } from '../guide/sampler.ts';
import { Button } from '../parts/button.tsx';
import { useCamera } from '../parts/camera/camera.ts';
import { useGuide } from '../parts/camera/use-guide.ts';
import { ask } from './api.ts';
import { CameraBox } from './camera-box.tsx';
import { toJpeg } from './jpeg.ts';
import { OtherDocument, Page } from './parts.tsx';
import { type CaptureStep, hasSides } from './screen.ts';
import { announce, busy, sendPicture } from './state.ts';
import { documentName } from './text/step-name.ts';
import { codeText, t } from './text/text.ts';

/** The appliance looks for the machine-readable zone so often. */
const PREVIEW_MS = 650;
const PREVIEW = { widthMax: 1280, quality: 0.7, bytesMax: 256 * 1024 };
/** Time to turn the document over, or to hold it better, in which no picture is taken by itself. */
const PAUSE_MS = 3_000;

/** Captures one side of a document: automatically when it is held well, by hand after a while. The camera stays on for the other side. */
export function DocumentPage({ of, step }: { of: CaptureView; step: CaptureStep }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, 'document');
  /** What the applicant does meanwhile; null: the page looks. */
  const [pause, setPause] = useState<'turn' | 'hold' | null>(null);
  const sending = busy.value;
  const looks = camera.state === 'on' && pause === null && !sending;
  const preview = usePreview(video, step.id, looks);
  const shoot = async (): Promise<void> => {
    const picture = video.current && (await takePicture(video.current));
    if (!picture || busy.value) return;
    if (await sendPicture(step.id, picture)) announce(t('document.taken'));
    else setPause('hold');
  };
  const guidance = useGuide(video, 'document', looks, () => {
    if (preview?.message === 'wrong_side') setPause('turn');
    else void shoot();
  });
  useEffect(() => setPause(step.side === 'back' ? 'turn' : null), [step.id]);
  useEffect(() => {
    if (pause === null) return;
    const timer = setTimeout(() => setPause(null), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [pause]);
  const manual = useManual(guidance, step.id) && !sending;
  const outline = looks ? guidance?.outline : null;
  return (
    <Page
      title={t(step.side === null || !hasSides(of, step) ? 'document.title' : `document.title_${step.side}`)}
      lead={`${documentName(step)}: ${t(step.document_type === 'passport' ? 'document.passport' : 'document.text')}`}
      wide
      actions={
        <>
          <OtherDocument of={of} />
          {manual && <Button look="primary" icon="camera" onClick={() => void shoot()} label={t('document.manual')} />}
        </>
      }
    >
      <CameraBox
        video={video}
        camera={camera}
        label={t('document.camera')}
        message={sending ? t('document.sending') : messageOf(pause, guidance, preview)}
        icon={guidance?.ready ? 'check' : 'camera'}
      >
        {outline && (
          <svg
            class={guidance?.ready ? 'outline ready' : 'outline'}
            viewBox="0 0 1 1"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <polygon points={outline.map(({ x, y }) => `${x},${y}`).join(' ')} />
          </svg>
        )}
      </CameraBox>
      <p class="zone faint">{preview?.zone === 'read' && t('document.zone_read')}</p>
    </Page>
  );
}

/** Returns the one message: what the page sees comes first, because the appliance's answer is older. */
function messageOf(
  pause: 'turn' | 'hold' | null,
  guidance: Guidance | null,
  preview: PreviewAnswer | null,
): string | null {
  if (pause === 'turn') return codeText('guide', 'wrong_side');
  const code = guidance?.ready ? (preview?.message ?? guidance.message) : guidance?.message;
  return code ? codeText('guide', code) : null;
}

/** Once the manual shutter was offered for a side, it stays. */
function useManual(guidance: Guidance | null, step: string): boolean {
  const [offered, setOffered] = useState<string | null>(null);
  useEffect(() => {
    if (!guidance?.manual || offered === step) return;
    setOffered(step);
    announce(t('document.manual'));
  }, [guidance?.manual, step]);
  return offered === step;
}

/** Returns what the appliance sees in small pictures that are sent while `on`. They only guide, so one that fails is left out. */
function usePreview(video: { current: HTMLVideoElement | null }, step: string, on: boolean): PreviewAnswer | null {
  const [preview, setPreview] = useState<PreviewAnswer | null>(null);
  useEffect(() => {
    setPreview(null);
    if (!on) return;
    const ending = new AbortController();
    const look = async (): Promise<void> => {
      const small = video.current && (await toJpeg(video.current, PREVIEW));
      const seen = small && (await ask<PreviewAnswer>('POST', `preview/${step}`, small, ending.signal));
      if (seen && !ending.signal.aborted) setPreview(seen);
    };
    const next = (): void => {
      setTimeout(() => {
        if (!ending.signal.aborted)
          void look()
            .catch(() => {})
            .finally(next);
      }, PREVIEW_MS);
    };
    next();
    return () => ending.abort();
  }, [on, step]);
  return preview;
}
