import { useState } from 'preact/hooks';
import { operator, removeOwnSecondFactor } from '../client/session.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Proof, SecondFactorSteps } from '../parts/second-factor.tsx';
import { toast } from '../parts/toast.tsx';
import { t } from '../text/text.ts';

/** The own second factor: set, exchanged or removed. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [act, setAct] = useState<'set' | 'remove' | null>(operator.peek()?.second_factor ? null : 'set');
  const done = (told: string) => (): void => {
    toast(told);
    onClose();
  };
  return (
    <Dialog title={t('factor.title')} onClose={onClose}>
      {act === null && (
        <>
          <p>{t('factor.is_set')}</p>
          <footer class="actions">
            <Button onClick={() => setAct('remove')}>{t('factor.remove')}</Button>
            <Button look="primary" onClick={() => setAct('set')}>
              {t('factor.exchange')}
            </Button>
          </footer>
        </>
      )}
      {act === 'set' && (
        <>
          <p>{t('factor.why')}</p>
          <SecondFactorSteps onDone={done(t('factor.done'))} onCancel={onClose} />
        </>
      )}
      {act === 'remove' && (
        <Proof
          submitLabel={t('factor.remove')}
          onProven={removeOwnSecondFactor}
          onDone={done(t('factor.removed'))}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
