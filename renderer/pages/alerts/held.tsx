import { useState } from 'preact/hooks';
import type { HeldAlertsAnswer, HeldDecidedAnswer } from '../../../server/contract/held-alerts.ts';
import { post } from '../../client/api.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { HitDialog } from '../../parts/hit-decide.tsx';
import { toast } from '../../parts/toast.tsx';
import { navigate } from '../../router.ts';
import { formatShare } from '../../text/format.ts';
import { plural, t } from '../../text/text.ts';

interface HeldTaskProps {
  task: HeldAlertsAnswer;
  /** Whether the alerts that are held are listed below. */
  isShown: boolean;
  onDecided: () => void;
}

/** What a new comparison of names found of those who were screened before, as one task: how many, and what is done with all of them at once. */
export function HeldTask({ task, isShown, onDecided }: HeldTaskProps) {
  const [asked, setAsked] = useState<'release' | 'dismiss' | null>(null);
  const running = task.scan?.state === 'running' ? task.scan : null;
  if (task.alerts === 0 && !running) return null;
  const decideAll = async (path: 'release' | 'dismiss', body: object): Promise<void> => {
    let left = 1;
    while (left > 0) {
      const { decided, left: rest } = await post<HeldDecidedAnswer>(`/v1/alerts/held/${path}`, body);
      // Those that may be read and not decided on stay.
      left = decided === 0 ? 0 : rest;
    }
    toast(t(path === 'release' ? 'alerts.held_released' : 'alerts.held_dismissed'));
    onDecided();
  };
  const count = plural('alerts.held_count', task.alerts);
  return (
    <section class="section held-task" aria-labelledby="held-task">
      <h2 id="held-task">{t('alerts.held_title')}</h2>
      <p>{t('alerts.held_why')}</p>
      {running && <p role="status">{t('alerts.held_running', { share: formatShare(running.share) })}</p>}
      {task.alerts > 0 && <p>{`${count} ${plural('alerts.held_records', task.records)}`}</p>}
      <div class="actions">
        {!isShown && task.alerts > 0 && (
          <Button look="primary" icon="right" onClick={() => navigate('/alerts?state=held')}>
            {t('alerts.held_show')}
          </Button>
        )}
        {isShown && task.alerts > 0 && can('kyc:review', 'kyb:review') && (
          <>
            <Button onClick={() => setAsked('dismiss')}>{t('alerts.held_dismiss')}</Button>
            <Button look="primary" onClick={() => setAsked('release')}>
              {t('alerts.held_release')}
            </Button>
          </>
        )}
      </div>
      {asked === 'release' && (
        <FormDialog
          title={t('alerts.held_release')}
          submitLabel={t('alerts.held_release')}
          onClose={() => setAsked(null)}
          onSubmit={() => decideAll('release', {})}
        >
          <p>{count}</p>
          <p>{t('alerts.held_release_why')}</p>
        </FormDialog>
      )}
      {asked === 'dismiss' && (
        <HitDialog
          decision="dismiss"
          name={count}
          onDecide={({ decision: _, ...said }) => decideAll('dismiss', said)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
