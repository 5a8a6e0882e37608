import { useEffect } from 'preact/hooks';
import { can } from '../../client/session.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { FirstRunReminder } from '../../parts/first-run-reminder.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorState, Loading } from '../../parts/states.tsx';
import { announce } from '../../parts/toast.tsx';
import { place } from '../../router.ts';
import { plural, t } from '../../text/text.ts';
import { Nothing } from './empty.tsx';
import { filterOf } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { Grid } from './grid.tsx';
import { OldestWaiting } from './oldest.tsx';
import './page.css';
import { counts, opening, openQueue, problem, searched, shown } from './queue.ts';
import { StateTabs } from './tabs.tsx';

/** All verifications, of people and of companies. */
export default function QueuePage() {
  const filter = filterOf(place.value.query);
  const text = searched.value;
  const key = JSON.stringify([filter, text]);
  useEffect(() => void openQueue(filter, text), [key]);
  useAnnouncedCount();
  return (
    <div class="queue">
      <Page
        title={t('nav.queue')}
        intro={<OldestWaiting filter={filter} />}
        actions={
          can('kyc:write', 'kyb:write') && (
            <ButtonLink look="primary" icon="plus" href="/new">
              {t('nav.create')}
            </ButtonLink>
          )
        }
      >
        <FirstRunReminder />
        <StateTabs filter={filter} />
        <FilterBar filter={filter} />
        <Content />
      </Page>
    </div>
  );
}

function Content() {
  const now = shown.value;
  if (problem.value)
    return (
      <ErrorState error={problem.value} onRetry={() => void openQueue(filterOf(place.peek().query), searched.peek())} />
    );
  if (!now) return <Loading />;
  if (now.list.length.value === 0) return opening.value ? <Loading /> : <Nothing filter={now.filter} text={now.text} />;
  return <Grid key={JSON.stringify([now.filter, now.text])} shown={now} />;
}

/** How many were found is read out when the search or the filters change. */
function useAnnouncedCount(): void {
  const now = shown.value;
  const total = counts.value?.total;
  const key = now && !opening.value ? JSON.stringify([now.filter, now.text]) : null;
  useEffect(() => {
    if (key !== null && total !== undefined) announce(plural('queue.found', total));
  }, [key]);
}
