import { useEffect, useState } from 'preact/hooks';
import type { HeldAlertsAnswer } from '../../../server/contract/held-alerts.ts';
import { post, useGet } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { can } from '../../client/session.ts';
import { onLive } from '../../live/events.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, FormDialog } from '../../parts/form.tsx';
import { HitDialog } from '../../parts/hit-decide.tsx';
import { Empty, Page, Paged, toast } from '../../parts/page.tsx';
import { navigate, place } from '../../router.ts';
import { formatShare, plural, t } from '../../text/text.ts';
import { AlertList } from './list.tsx';
import './page.css';

const STATES = ['open', 'held', 'confirmed', 'dismissed', 'all'] as const;
type Shown = (typeof STATES)[number];

/** Lists new hits on people and companies that were verified earlier, and records decisions on them. */
export default function AlertsPage() {
  const asked = place.value.query.get('state');
  const shown: Shown = STATES.find((state) => state === asked) ?? 'open';
  const alerts = usePages(shown === 'all' ? '/v1/alerts' : `/v1/alerts?state=${shown}`, 25);
  const held = useGet('/v1/alerts/held');
  const task = held.known();
  const [fresh, setFresh] = useState(false);
  useEffect(
    () =>
      onLive(({ kind }) => {
        if (kind === 'watchlist.alert.created') setFresh(true);
      }),
    [],
  );
  const reload = (): void => {
    setFresh(false);
    void alerts.reload();
    void held.reload();
  };
  return (
    <Page title={t('nav.alerts')} intro={t('alerts.intro')}>
      <Choice
        class="alert-states"
        label={t('field.status')}
        options={STATES.map((state) => [state, t(`alerts.${state}`)])}
        chosen={shown}
        onChoose={(state) => navigate(state === 'open' ? '/alerts' : `/alerts?state=${state}`, { replace: true })}
      />
      {task && (shown === 'open' || shown === 'held') && (
        <HeldTask task={task} isShown={shown === 'held'} onDecided={reload} />
      )}
      <div role="status">
        {fresh && (
          <p class="more">
            <Button icon="refresh" onClick={reload} label={t('alerts.new')} />
          </p>
        )}
      </div>
      <Paged
        of={alerts}
        empty={
          shown === 'open' ? (
            <Empty icon="check" title={t('alerts.none_open')}>
              <p>{t('alerts.none_open_hint')}</p>
            </Empty>
          ) : (
            <Empty title={t('alerts.none')} />
          )
        }
      >
        {(rows) => <AlertList alerts={rows} onDecided={reload} />}
      </Paged>
    </Page>
  );
}

interface HeldTaskProps {
  task: HeldAlertsAnswer;
  /** Whether the held alerts are listed below. */
  isShown: boolean;
  onDecided: () => void;
}

/** Shows the hits that a re-screening held back as one task: how many, and actions for all of them at once. */
function HeldTask({ task, isShown, onDecided }: HeldTaskProps) {
  const [asked, setAsked] = useState<'release' | 'dismiss' | null>(null);
  const running = task.scan?.state === 'running' ? task.scan : null;
  if (task.alerts === 0 && !running) return null;
  const decideAll = async (path: 'release' | 'dismiss', body: object): Promise<void> => {
    let left = 1;
    while (left > 0) {
      const { decided, left: rest } = await post(`/v1/alerts/held/${path}`, body);
      // Alerts that the operator may read but not decide stay.
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
            <Button onClick={() => setAsked('dismiss')} label={t('alerts.held_dismiss')} />
            <Button look="primary" onClick={() => setAsked('release')} label={t('alerts.held_release')} />
          </>
        )}
      </div>
      {asked === 'release' && (
        <FormDialog
          title={t('alerts.held_release')}
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
