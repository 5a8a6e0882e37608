import { useEffect } from 'preact/hooks';
import { mode, useGet } from '../../client/api.ts';
import { nowMs } from '../../client/clock.ts';
import { can } from '../../client/session.ts';
import { Button, ButtonLink, Icon } from '../../parts/button.tsx';
import { announce, Empty, ErrorState, Loading, Page } from '../../parts/page.tsx';
import type { Status } from '../../parts/values.tsx';
import { place } from '../../router.ts';
import { formatDuration, formatList, formatNumber, plural, t } from '../../text/text.ts';
import { addressOf, changed, type Filter, filterOf, isNarrow, STATUSES } from './filter.ts';
import { clearFilters, FilterBar } from './filter-bar.tsx';
import { Grid } from './grid.tsx';
import { counts, opening, openQueue, problem, searched, shown } from './queue.ts';
import './page.css';

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
          can('kyc:write', 'kyb:write') && <ButtonLink look="primary" icon="plus" href="/new" label={t('nav.create')} />
        }
      >
        {can('admin') && mode.value === 'live' && <Reminder />}
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

/** Announces the number of results to screen readers when the search or the filters change. */
function useAnnouncedCount(): void {
  const now = shown.value;
  const total = counts.value?.total;
  const key = now && !opening.value ? JSON.stringify([now.filter, now.text]) : null;
  useEffect(() => {
    if (key !== null && total !== undefined) announce(plural('queue.found', total));
  }, [key]);
}

/** Shows how long the oldest record has waited for review, with a link to the longest-waiting records. */
function OldestWaiting({ filter }: { filter: Filter }) {
  const oldest = counts.value?.oldest_waiting;
  const isPart = isNarrow(filter) || searched.value !== '';
  if (!oldest) return <span>{counts.value && !isPart ? t('queue.nothing_waits') : '\u00a0'}</span>;
  const age = formatDuration(nowMs() - new Date(oldest.since).getTime());
  return <a href={addressOf(changed(filter, { order: 'longest_waiting' }))}>{t('queue.oldest_waiting', { age })}</a>;
}

/** Links to the statuses, with the number of records in each. */
function StateTabs({ filter }: { filter: Filter }) {
  return (
    <nav class="tabs queue-tabs" aria-label={t('field.status')}>
      <Tab filter={filter} status={null} label={t('queue.all')} />
      {STATUSES.map((status) => (
        <Tab key={status} filter={filter} status={status} label={t(`status.${status}`)} />
      ))}
    </nav>
  );
}

function Tab({ filter, status, label }: { filter: Filter; status: Status | null; label: string }) {
  const of = counts.value?.statuses;
  const count = of && (status ? of[status] : Object.values(of).reduce((sum, one) => sum + one, 0));
  return (
    <a href={addressOf(changed(filter, { status }))} aria-current={filter.status === status ? 'page' : undefined}>
      {label} <span class="number faint">{count === undefined ? '' : formatNumber(count)}</span>
    </a>
  );
}

const STEPS = ['master_key', 'recovery_key', 'list_loaded', 'api_key'] as const;

/** Reminds administrators while setup steps are missing, with a link. */
function Reminder() {
  const known = useGet('/v1/system/first-run').known();
  // The reminder can wait, so a failed request is not reported.
  if (!known || known.done) return null;
  const left = STEPS.filter((step) => !known[step]);
  return (
    <p class="reminder note warn row wrap">
      <Icon name="info" />
      <span>{t('setup.reminder', { missing: formatList(left.map((step) => t(`setup.reminder_${step}`))) })}</span>
      <a href="/setup">{t('setup.reminder_go')}</a>
    </p>
  );
}

/** Says why there are no rows, and what to do. */
function Nothing({ filter, text }: { filter: Filter; text: string }) {
  if (text.trim() !== '' || isNarrow(filter)) return <NoMatch filter={filter} />;
  if (filter.status === null) return <NoneYet />;
  return (
    <Empty icon="check" title={t(filter.status === 'needs_review' ? 'queue.nothing_waits' : 'queue.calm_title')}>
      <p>{t(filter.status === 'needs_review' ? 'queue.review_calm' : 'queue.calm')}</p>
    </Empty>
  );
}

function NoMatch({ filter }: { filter: Filter }) {
  return (
    <Empty icon="search" title={t('queue.no_match_title')}>
      <p>{t('queue.no_match')}</p>
      <Button onClick={() => clearFilters(filter)} label={t('action.clear_filters')} />
    </Empty>
  );
}

function NoneYet() {
  const mayBegin = can('kyc:write', 'kyb:write');
  return (
    <Empty icon="queue" title={t('queue.none_title')}>
      <p>{t(mayBegin ? 'queue.none' : 'queue.none_read_only')}</p>
      {mayBegin && (
        <p class="actions">
          <ButtonLink look="primary" icon="plus" href="/new" label={t('nav.create')} />
          <ButtonLink href="/docs" label={t('queue.none_api')} />
        </p>
      )}
    </Empty>
  );
}
