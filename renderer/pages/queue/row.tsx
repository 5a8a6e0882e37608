import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { del, put } from '../../client/api.ts';
import { nowMs } from '../../client/clock.ts';
import { apiPath, recordPath } from '../../client/queue-place.ts';
import { can, operator } from '../../client/session.ts';
import { Icon } from '../../parts/button.tsx';
import { toast, toastFailure } from '../../parts/page.tsx';
import { Ago, Due, Pill, StatusPill } from '../../parts/values.tsx';
import { locale } from '../../text/locale.ts';
import { formatCountry, formatDuration, formatExactly, formatNumber, plural, reasonText, t } from '../../text/text.ts';
import type { QueueItem } from './item.ts';
import { refreshRow } from './queue.ts';
import { ROW_PX } from './window.ts';

interface RowProps {
  item: QueueItem;
  /** From 0. */
  index: number;
  isCurrent: boolean;
  /** Changes when the shown relative times change. */
  minute: number;
  onFocus: () => void;
}

/** One record. Its name is the link, which covers the whole row. Renders again only when something in it changes. */
export function Row({ item, index, isCurrent, minute, onFocus }: RowProps) {
  const deps = [item, index, isCurrent, minute, locale.value, operator.value];
  return useMemo(
    () => (
      // biome-ignore lint/a11y/useFocusableInteractive: the row's link has the focus
      <div
        role="row"
        aria-rowindex={index + 2}
        data-id={item.id}
        class={isCurrent ? 'queue-row current' : 'queue-row'}
        style={{ insetBlockStart: `${index * ROW_PX}px` }}
        onFocusCapture={onFocus}
      >
        <Cell role="rowheader" name="name">
          <Icon name={item.kind === 'kyc' ? 'person' : 'company'} />
          <span class="unseen">{t(`kind.${item.kind}`)}</span>
          <span>
            <a
              dir="auto"
              href={recordPath(item)}
              tabIndex={isCurrent ? 0 : -1}
              aria-describedby={`${item.id}-state ${item.id}-reasons`}
            >
              {item.name ?? <span class="faint">{t('queue.nameless')}</span>}
            </a>
            <Beside item={item} />
          </span>
        </Cell>
        <Cell role="gridcell" name="state" id={`${item.id}-state`}>
          {item.waits_for === null || item.waits_for === 'decision' ? (
            <StatusPill status={item.status} />
          ) : (
            <Pill tone="warn">{t(`queue.waits_for_${item.waits_for}`)}</Pill>
          )}
          {item.due_at !== null ? (
            <Due at={item.due_at} />
          ) : (
            item.waiting_since !== null && <Waits since={item.waiting_since} />
          )}
        </Cell>
        <Cell role="gridcell" name="reasons" id={`${item.id}-reasons`}>
          <Reasons item={item} />
        </Cell>
        <Cell role="gridcell" name="assignee">
          <Assignee item={item} />
        </Cell>
        <Cell role="gridcell" name="created">
          <Ago at={item.created_at} />
        </Cell>
      </div>
    ),
    deps,
  );
}

function Beside({ item }: { item: QueueItem }) {
  const parts = [item.reference, item.country && formatCountry(item.country)].filter(Boolean);
  return (
    <span dir="auto" class="small faint">
      {parts.join(' · ')}
    </span>
  );
}

function Reasons({ item }: { item: QueueItem }) {
  const [first, ...others] = item.reasons;
  return (
    <>
      {item.alerts_open > 0 && (
        <span class="queue-alerts gap-4 inline">
          <Icon name="alert" />
          {plural('queue.alerts', item.alerts_open)}
        </span>
      )}
      {first && (
        <span class="cut" title={item.reasons.map(reasonText).join(' · ')}>
          {reasonText(first)}
        </span>
      )}
      {others.length > 0 && (
        <span class="faint">{t('queue.more_reasons', { count: formatNumber(others.length) })}</span>
      )}
    </>
  );
}

function Assignee({ item }: { item: QueueItem }) {
  if (item.assignee) {
    const isMe = item.assignee.id === operator.value?.id;
    return <span>{isMe ? t('queue.me') : (item.assignee.name ?? item.assignee.id)}</span>;
  }
  if (!mayTake(item) || !can('kyc:review', 'kyb:review')) return null;
  return (
    <button
      type="button"
      class="queue-take"
      tabIndex={-1}
      aria-label={t('queue.take_of', { name: item.name ?? t('queue.nameless') })}
      onClick={() => void take(item)}
    >
      {t('queue.take')}
    </button>
  );
}

/** Shows how long a record has waited for review. */
function Waits({ since }: { since: string }) {
  const seconds = Math.round((nowMs() - new Date(since).getTime()) / 1000);
  const age = formatDuration(Math.max(1, seconds) * 1000);
  return (
    <time class="small faint" dateTime={since} title={formatExactly(since)}>
      {t('queue.waits', { age })}
    </time>
  );
}

export const COLUMNS = ['name', 'state', 'reasons', 'assignee', 'created'] as const;

interface CellProps {
  role: 'columnheader' | 'rowheader' | 'gridcell';
  name: (typeof COLUMNS)[number];
  id?: string;
  children: ComponentChildren;
}

/** A cell of the list. It takes no focus: the link of its row does. */
function Cell({ role, name, id, children }: CellProps) {
  return (
    <div role={role} class={`queue-${name}`} id={id}>
      {children}
    </div>
  );
}

export function HeadRow() {
  return (
    <div role="rowgroup" class="queue-head">
      {/* biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with the head */}
      <div role="row" aria-rowindex={1} class="queue-row small faint">
        {COLUMNS.map((column) => (
          <Cell key={column} role="columnheader" name={column}>
            {t(`queue.column_${column}`)}
          </Cell>
        ))}
      </div>
    </div>
  );
}

/** Whether the operator may assign the record to themselves, or give it back. */
function mayTake({ kind, status }: QueueItem): boolean {
  return can(`${kind}:review`) && status === 'needs_review';
}

/** Assigns a record to the operator; gives it back if it is already assigned to them. */
export async function take(item: QueueItem): Promise<void> {
  const me = operator.peek()?.id;
  if (!mayTake(item) || me === undefined) return;
  const path = `${apiPath(item)}/assignment` as const;
  const isMine = item.assignee?.id === me;
  try {
    await (isMine ? del(path) : put(path, { assignee: me }));
    toast(t(isMine ? 'queue.given_back' : 'queue.taken'));
    await refreshRow(item.id);
  } catch (error) {
    toastFailure(error);
  }
}
