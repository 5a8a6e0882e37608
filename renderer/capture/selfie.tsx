import { useRef } from 'preact/hooks';
import { takePicture } from '../guide/sampler.ts';
import { Button } from '../parts/button.tsx';
import { useCamera } from '../parts/camera/camera.ts';
import { useGuide } from '../parts/camera/use-guide.ts';
import { CameraBox } from './camera-box.tsx';
import { Page } from './parts.tsx';
import type { CaptureStep } from './screen.ts';
import { busy, sendPicture } from './state.ts';
import { codeText, t } from './text/text.ts';

/** The face as one picture, where no challenge is asked for. */
export function SelfiePage({ step }: { step: CaptureStep }) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, 'selfie');
  const guidance = useGuide(video, 'selfie', camera.state === 'on' && !busy.value, () => {});
  const shoot = async (): Promise<void> => {
    const picture = video.current && (await takePicture(video.current));
    if (picture) await sendPicture(step.id, picture);
  };
  return (
    <Page
      title={t('selfie.title')}
      lead={(step.state === 'failed' || step.state === 'attended') && t(`selfie.${step.state}`)}
      wide
      actions={
        <Button
          look="primary"
          icon="camera"
          busy={busy.value}
          disabled={camera.state !== 'on'}
          onClick={() => void shoot()}
          label={t('selfie.take')}
        />
      }
    >
      <CameraBox
        video={video}
        camera={camera}
        label={t('face.camera')}
        mirrored
        message={guidance?.message ? codeText('guide', guidance.message) : t('selfie.text')}
        icon={guidance?.ready ? 'check' : 'camera'}
      />
    </Page>
  );
}
