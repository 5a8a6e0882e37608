import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { guardLeaving } from '../router.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Dialog } from './form.tsx';
import { Secret } from './values.tsx';

interface LeaveGuardProps {
  active: boolean;
  /** What would be lost, in a sentence; by default the chosen files. */
  what?: string;
  /** Called when the work is discarded. */
  onLeave: () => void;
}

/** Asks before a page with unsaved work is left. */
export function LeaveGuard({ active, what = t('leave.what'), onLeave }: LeaveGuardProps) {
  const [leaving, setLeaving] = useState<{ go: () => void } | null>(null);
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    const stop = guardLeaving((go) => {
      setLeaving({ go });
      return false;
    });
    return () => {
      removeEventListener('beforeunload', ask);
      stop();
    };
  }, [active]);
  if (!leaving) return null;
  const stay = (): void => setLeaving(null);
  return (
    <Dialog title={t('leave.title')} onClose={stay}>
      <p>{what}</p>
      <footer class="actions">
        <Button onClick={stay} autofocus label={t('leave.stay')} />
        <Button
          look="danger"
          onClick={() => {
            stay();
            onLeave();
            leaving.go();
          }}
          label={t('leave.go')}
        />
      </footer>
    </Dialog>
  );
}

interface SecretDialogProps {
  title: string;
  label: string;
  secret: string;
  onClose: () => void;
  /** What the secret is for. */
  children: ComponentChildren;
}

/** Shows a new secret that is not shown again. Neither Escape nor the back button closes it by accident. */
export function SecretDialog({ title, label, secret, onClose, children }: SecretDialogProps) {
  const [warned, setWarned] = useState(false);
  return (
    <>
      <Dialog title={title} onClose={() => (warned ? onClose() : setWarned(true))}>
        <p>{children}</p>
        <Secret text={secret} label={label} />
        <p class={warned ? 'field-error' : 'hint'} role={warned ? 'alert' : undefined}>
          {t(warned ? 'secret.not_kept' : 'secret.once')}
        </p>
        <footer class="actions">
          <Button look="primary" onClick={onClose} label={t('secret.kept')} />
        </footer>
      </Dialog>
      <LeaveGuard active what={t('secret.leave')} onLeave={onClose} />
    </>
  );
}
