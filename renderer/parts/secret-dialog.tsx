import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { Dialog } from './form.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { Secret } from './values.tsx';

/** A secret that was just made and is not shown again. Neither a stray Escape nor the way back loses it. */
export function SecretDialog({
  title,
  label,
  secret,
  onClose,
  children,
}: {
  title: string;
  label: string;
  secret: string;
  onClose: () => void;
  /** What it is for. */
  children: ComponentChildren;
}) {
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
          <Button look="primary" onClick={onClose}>
            {t('secret.kept')}
          </Button>
        </footer>
      </Dialog>
      <LeaveGuard active what={t('secret.leave')} onLeave={onClose} />
    </>
  );
}
