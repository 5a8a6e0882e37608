import { useEffect, useRef } from 'preact/hooks';
import { fetchAssignees } from '../../client/actors.ts';
import { useResource } from '../../client/api.ts';
import { operator } from '../../client/session.ts';
import { Button, Icon } from '../../parts/button.tsx';
import { Options, typed, typing } from '../../parts/form.tsx';
import { useKeys } from '../../parts/keys.ts';
import { navigate } from '../../router.ts';
import { formatNumber, reasonText, t } from '../../text/text.ts';
import { addressOf, changed, type Filter, isNarrow, KINDS, NO_FILTER, ORDERS, SINCE } from './filter.ts';
import { clearSearch, reasonCounts, search, searched, written } from './queue.ts';

type Option = readonly [value: string, label: string];

/** The list's filters and order. */
export function FilterBar({ filter }: { filter: Filter }) {
  const change = (part: Partial<Filter>): void => navigate(addressOf(changed(filter, part)), { replace: true });
  return (
    <fieldset class="queue-filters gap-8 row wrap" aria-label={t('label.filters')}>
      <SearchBox />
      <Narrowing
        label={t('queue.kind')}
        options={[['', t('queue.kind_any')], ...KINDS.map((kind) => [kind, t(`queue.kind_${kind}`)] as const)]}
        value={filter.kind ?? ''}
        onChoose={(kind) => change({ kind: (kind || null) as Filter['kind'] })}
      />
      <ReasonChoice filter={filter} onChoose={(reason) => change({ reason })} />
      <AssigneeChoice filter={filter} onChoose={(assignee) => change({ assignee })} />
      <Narrowing
        label={t('label.created')}
        options={SINCE.map((since) => [since, t(since === '' ? 'queue.since_any' : `queue.since_${since}`)] as const)}
        value={filter.since}
        onChoose={(since) => change({ since: since as Filter['since'] })}
      />
      {filter.since === 'days' && <Days filter={filter} change={change} />}
      <Narrowing
        label={t('queue.order')}
        options={ORDERS.map((order) => [order, t(`queue.order_${order}`)] as const)}
        value={filter.order}
        onChoose={(order) => change({ order: order as Filter['order'] })}
      />
      {(isNarrow(filter) || searched.value !== '') && (
        <Button look="quiet" icon="cross" onClick={() => clearFilters(filter)} label={t('action.clear_filters')} />
      )}
    </fieldset>
  );
}

/** The reasons of records that need review, the most frequent first. */
function ReasonChoice({ filter, onChoose }: { filter: Filter; onChoose: (reason: string | null) => void }) {
  const known = reasonCounts.value;
  const chosen = filter.reason;
  const others = chosen !== null && !known.some(({ code }) => code === chosen) ? [chosen] : [];
  return (
    <Narrowing
      label={t('label.reason')}
      options={[
        ['', t('queue.reason_any')],
        ...known.map(({ code, count }) => {
          return [code, t('queue.reason_of', { reason: reasonText(code), count: formatNumber(count) })] as const;
        }),
        ...others.map((code) => [code, reasonText(code)] as const),
      ]}
      value={chosen ?? ''}
      onChoose={(code) => onChoose(code || null)}
    />
  );
}

/** Lists the reviewers, for reviewers. */
function AssigneeChoice({ filter, onChoose }: { filter: Filter; onChoose: (assignee: string | null) => void }) {
  const people = useResource(fetchAssignees, []).known() ?? [];
  const others = people.filter(({ id }) => id !== operator.value?.id);
  return (
    <Narrowing
      label={t('assign.label')}
      options={[
        ['', t('queue.assignee_any')],
        ['me', t('queue.assignee_me')],
        ['none', t('queue.assignee_none')],
        ...others.map(({ id, name }) => [id, name] as const),
      ]}
      value={filter.assignee ?? ''}
      onChoose={(assignee) => onChoose(assignee || null)}
    />
  );
}

function Days({ filter, change }: { filter: Filter; change: (part: Partial<Filter>) => void }) {
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} class="row gap-6 faint">
          {t(`label.${end}`)}
          <input type="date" value={filter[end] ?? ''} onChange={(event) => change({ [end]: typed(event) || null })} />
        </label>
      ))}
    </>
  );
}

interface NarrowingProps {
  label: string;
  options: readonly Option[];
  value: string;
  onChoose: (value: string) => void;
}

/** One filter of the list; highlighted if it is active. */
function Narrowing({ label, options, value, onChoose }: NarrowingProps) {
  return (
    <select
      aria-label={label}
      class={value === options[0]?.[0] ? '' : 'chosen'}
      value={value}
      onChange={typing(onChoose)}
    >
      <Options of={options.map(([key, text]) => [key, text])} />
    </select>
  );
}

/** Delay after the last key. */
const PAUSE_MS = 200;
/** The appliance's limit. */
export const TEXT_MAX = 200;

/** Searches by name or reference. The words are in no address and are not stored. */
function SearchBox() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written.value]);
  useKeys([{ key: '/', label: t('action.search'), run: () => box.current?.select() }], []);
  return (
    <div class="queue-search">
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        autocomplete="off"
        spellcheck={false}
        maxLength={TEXT_MAX}
        aria-label={t('queue.search')}
        aria-keyshortcuts="/"
        placeholder={t('queue.search_hint')}
        value={written.value}
        onInput={(event) => {
          written.value = typed(event);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search();
          if (event.key === 'ArrowDown') focusList(event);
          if (event.key === 'Escape' && written.value === '') event.currentTarget.blur();
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

function focusList(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('.queue-grid a[tabindex="0"]')?.focus();
}

/** Resets all filters except the status and the order. */
export function clearFilters({ status, order }: Filter): void {
  clearSearch();
  navigate(addressOf(changed(NO_FILTER, { status, order })), { replace: true });
}
