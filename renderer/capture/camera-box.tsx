import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, Icon, type IconName } from '../parts/button.tsx';
import type { useCamera } from '../parts/camera/camera.ts';
import { announce } from './state.ts';
import { t } from './text/text.ts';

interface CameraBoxProps {
  video: RefObject<HTMLVideoElement | null>;
  camera: ReturnType<typeof useCamera>;
  /** For screen readers. */
  label: string;
  /** A face is shown as in a mirror; the picture itself is not mirrored. */
  mirrored?: boolean;
  /** The one message above the picture, near the camera, where people look. It is read out too. */
  message: string | null;
  icon?: IconName;
  /** Drawn over the picture. */
  children?: ComponentChildren;
}

/** The camera's picture with one message, or why there is none. */
export function CameraBox({ video, camera, label, mirrored = false, message, icon, children }: CameraBoxProps) {
  const { state } = camera;
  /** Width over height. A face is shown as the appliance gets it, a document as the camera gives it. */
  const [ratio, setRatio] = useState(4 / 3);
  const measure = (): void => {
    const { videoWidth = 0, videoHeight = 0 } = video.current ?? {};
    if (!mirrored && videoHeight > 0) setRatio(videoWidth / videoHeight);
  };
  const shown = state === 'on' ? message : null;
  useEffect(() => {
    if (shown !== null) announce(shown);
  }, [shown]);
  return (
    <div class="camera-box">
      {state === 'opening' && <p class="camera-state">{t('face.loading')}</p>}
      {state !== 'opening' && state !== 'on' && (
        <div class="camera-state stack gap-8" role="alert">
          <h2>{t(`camera_fault.${state}`)}</h2>
          <p>{t(`camera_fault.${state}_remedy`)}</p>
          {state !== 'insecure' && <Button onClick={camera.retry} label={t('action.again')} />}
        </div>
      )}
      {shown !== null && (
        <p class="camera-message row gap-8">
          {icon && <Icon name={icon} />}
          {shown}
        </p>
      )}
      <div class="camera-live" hidden={state !== 'on'} style={{ '--ratio': ratio }}>
        <video
          ref={video}
          class={mirrored ? 'mirror' : ''}
          muted
          playsInline
          aria-label={label}
          onLoadedMetadata={measure}
          onResize={measure}
        />
        {children}
      </div>
      {camera.choices.length > 1 && (
        <label class="camera-choice row gap-8">
          {t('camera.choose')}
          <select value={camera.chosen ?? ''} onChange={(event) => camera.choose(event.currentTarget.value)}>
            {camera.choices.map(({ id, label: name }, i) => (
              <option key={id} value={id}>
                {name || t('camera.nameless', { number: i + 1 })}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
