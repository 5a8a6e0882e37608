import { useEffect, useState } from 'preact/hooks';
import type { AlertAnswer } from '../../../server/contract/alerts.ts';
import type { HeldAlertsAnswer } from '../../../server/contract/held-alerts.ts';
import { get } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { useResource } from '../../client/resource.ts';
import { onLive } from '../../live/events.ts';
import { Button } from '../../parts/button.tsx';
import { Paged } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { navigate, place } from '../../router.ts';
import { t } from '../../text/text.ts';
import { HeldTask } from './held.tsx';
import { AlertList } from './list.tsx';
import './page.css';
import { Choice } from '../../parts/field.tsx';

const STATES = ['open', 'held', 'confirmed', 'dismissed', 'all'] as const;
type Shown = (typeof STATES)[number];

/** What new list versions told of those who were verified before, and a person's word about it. */
export default function AlertsPage() {
  const asked = place.value.query.get('state');
  const shown: Shown = STATES.find((state) => state === asked) ?? 'open';
  const alerts = usePages<AlertAnswer>(shown === 'all' ? '/v1/alerts' : `/v1/alerts?state=${shown}`, 25);
  const held = useResource((signal) => get<HeldAlertsAnswer>('/v1/alerts/held', signal), []);
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
        label={t('label.state')}
        options={STATES.map((state) => [state, t(`alerts.${state}`)])}
        chosen={shown}
        onChoose={(state) => navigate(state === 'open' ? '/alerts' : `/alerts?state=${state}`, { replace: true })}
      />
      {held.state.value.status === 'ready' && (shown === 'open' || shown === 'held') && (
        <HeldTask task={held.state.value.data} isShown={shown === 'held'} onDecided={reload} />
      )}
      <div role="status">
        {fresh && (
          <p class="more">
            <Button icon="refresh" onClick={reload}>
              {t('alerts.new')}
            </Button>
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
