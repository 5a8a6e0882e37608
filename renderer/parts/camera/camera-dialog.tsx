import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { useObjectUrl } from '../files/media.ts';
import { Choice, Dialog } from '../form.tsx';
import { announce } from '../toast.tsx';
import './camera.css';
import type { Purpose } from './hints.ts';
import { LiveView } from './live-view.tsx';

const PURPOSES = ['document', 'selfie'] as const;

interface CameraDialogProps {
  purpose: Purpose;
  /** One picture only, in the place of another. */
  once?: boolean;
  onTaken: (file: File, purpose: Purpose) => unknown;
  onClose: () => void;
}

/** Takes pictures with a camera of this machine: seen, looked at, taken over or taken again. */
export function CameraDialog({ purpose: first, once = false, onTaken, onClose }: CameraDialogProps) {
  const [purpose, setPurpose] = useState<Purpose>(first);
  const [shot, setShot] = useState<File | null>(null);
  const [taken, setTaken] = useState(0);
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
          options={PURPOSES.map((one) => [one, t(`camera.${one}`)])}
          chosen={purpose}
          onChoose={setPurpose}
          disabled={shot !== null}
        />
      )}
      {shot && <Shot file={shot} onUse={use} onAgain={() => setShot(null)} />}
      {/* The camera stays on while a picture is looked at: the next one is taken at once. */}
      <div hidden={shot !== null}>
        <LiveView purpose={purpose} taken={taken} paused={shot !== null} onShot={setShot} onClose={onClose} />
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
      <div class="camera-frame">{url && <img src={url} alt={t('camera.shot')} />}</div>
      <p class="camera-hint">{t('camera.look')}</p>
      <footer class="actions">
        <Button icon="refresh" onClick={onAgain}>
          {t('camera.again')}
        </Button>
        <Button ref={use} look="primary" icon="check" onClick={onUse}>
          {t('camera.use')}
        </Button>
      </footer>
    </>
  );
}
