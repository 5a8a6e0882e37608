import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../client/api.ts';
import { Button, Icon } from '../../parts/button.tsx';
import { useKeys } from '../../parts/keys.ts';
import { ActError } from '../../parts/page.tsx';
import { formatNumber, plural, t } from '../../text/text.ts';
import { FRESH_MAX, type QueueList } from './list.ts';
import { counts, opening, type Shown, showFresh } from './queue.ts';
import { COLUMNS, HeadRow, Row, take } from './row.tsx';
import {
  drawn,
  firstSeen,
  isNearEnd,
  isSeen,
  ROW_PX,
  rowsSeen,
  type Scroller,
  scrollerOf,
  scrollTopFor,
  spanAt,
} from './window.ts';

const MINUTE_MS = 60_000;

/** A list that renders only the rows near the visible part, however many there are. */
export function Grid({ shown }: { shown: Shown }) {
  const { list } = shown;
  const wantsFocus = useRef(shown.current !== null);
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<Scroller | null>(null);
  const scrollTop = useSignal(shown.scrollTop);
  const viewPx = useSignal(600);
  const current = useSignal(shown.current);
  const rows = list.length.value;
  void list.version.value;
  const span = useComputed(() => spanAt(scrollTop.value, viewPx.value, list.length.value)).value;
  /** Keys arrive faster than the page renders, so they read the current state. */
  const place = (): number => (current.peek() === null ? 0 : Math.max(0, list.indexOf(current.peek() ?? '')));
  const at = place();
  void current.value;
  const minute = useMinute();

  /** The row may have to be rendered first. */
  const focusCurrent = (): void => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-id="${current.peek()}"] a`);
    if (!row || !wantsFocus.current) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  };
  useLayoutEffect(focusCurrent);
  const goTo = (index: number): void => {
    const item = list.at(Math.min(Math.max(index, 0), list.length.peek() - 1));
    if (!item || !scroller.current) return;
    shown.current = item.id;
    current.value = item.id;
    scroller.current.scrollTo(scrollTopFor(list.indexOf(item.id), scroller.current.top(), viewPx.peek()));
    scrollTop.value = scroller.current.top();
    wantsFocus.current = true;
    focusCurrent();
  };
  const isInside = (): boolean => frame.current?.contains(document.activeElement) ?? false;
  /** From outside the list a key first returns to the last row or, if that was scrolled away, to the visible part. */
  const step = (by: number): void => {
    const now = place();
    if (!isSeen(now, scrollTop.peek(), viewPx.peek())) goTo(firstSeen(scrollTop.peek()));
    else goTo(isInside() ? now + by : now);
  };
  /** A row that is not visible cannot be taken. */
  const takeCurrent = (): void => {
    const now = place();
    const item = list.at(now);
    if (item && isInside() && isSeen(now, scrollTop.peek(), viewPx.peek())) void take(item);
    else step(0);
  };

  useLayoutEffect(() => {
    if (!frame.current) return;
    const here = scrollerOf(frame.current);
    scroller.current = here;
    if (shown.scrollTop > 0) here.scrollTo(shown.scrollTop);
    const measure = (): void => {
      viewPx.value = here.viewPx();
    };
    measure();
    const scrolled = (): void => {
      scrollTop.value = here.top();
      shown.scrollTop = here.top();
    };
    return here.watch(scrolled, measure);
  }, []);
  useEffect(() => {
    if (list.tail.value === 'more' && isNearEnd(span, rows)) void list.more();
  }, [list.tail.value, span.end, rows]);
  useKeys(
    [
      { key: 'j', label: t('queue.key_next'), run: () => step(1) },
      { key: 'k', label: t('queue.key_previous'), run: () => step(-1) },
      // The focused row is a link, so the browser handles Enter. Listed for the page of keyboard shortcuts.
      { key: '↵', label: t('queue.key_open'), run: () => {} },
      {
        key: 'a',
        label: t('queue.key_take'),
        run: takeCurrent,
      },
    ],
    [list],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const to = target(event.key, { at: place(), page: rowsSeen(viewPx.peek()), rows: list.length.peek() });
    if (to === null) return;
    event.preventDefault();
    goTo(to);
  };

  return (
    <div class={opening.value ? 'queue-frame flex frame opening' : 'queue-frame flex frame'}>
      <FreshBar list={list} onShown={() => goTo(0)} />
      <div
        ref={frame}
        class="queue-grid"
        role="grid"
        aria-label={t('queue.list')}
        aria-rowcount={counts.value ? Math.max(counts.value.total, rows) + 1 : -1}
        aria-colcount={COLUMNS.length}
        aria-busy={opening.value}
        onKeyDown={onKeyDown}
      >
        <HeadRow />
        <div role="rowgroup" class="queue-body" style={{ blockSize: `${rows * ROW_PX}px` }}>
          {drawn(span, at).map((index) => {
            const item = list.at(index);
            return (
              item && (
                <Row
                  key={item.id}
                  item={item}
                  index={index}
                  isCurrent={index === at}
                  minute={minute}
                  onFocus={() => {
                    shown.current = item.id;
                    current.value = item.id;
                  }}
                />
              )
            );
          })}
        </div>
      </div>
      <TailRow list={list} />
    </div>
  );
}

/** Counts the minutes, to update relative times in the rows. */
function useMinute(): number {
  const [minute, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((before) => before + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

/** Returns the row that a key moves to. */
function target(key: string, { at, page, rows }: { at: number; page: number; rows: number }): number | null {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'PageDown') return at + page;
  if (key === 'PageUp') return at - page;
  if (key === 'Home') return 0;
  if (key === 'End') return rows - 1;
  return null;
}

/** New records that wait until the operator shows them. */
function FreshBar({ list, onShown }: { list: QueueList; onShown: () => void }) {
  const count = list.fresh.value;
  return (
    <div class="queue-fresh" role="status">
      {!list.complete.value && <p>{t('queue.reading')}</p>}
      {count > 0 && (
        <button type="button" onClick={() => void showFresh().then(onShown)}>
          <Icon name="up" />
          {count < FRESH_MAX ? plural('queue.fresh', count) : t('queue.fresh_many', { count: formatNumber(FRESH_MAX) })}
        </button>
      )}
    </div>
  );
}

/** Shown if the next page cannot be loaded. */
function TailRow({ list }: { list: QueueList }) {
  const tail = list.tail.value;
  if (!(tail instanceof ApiError)) return null;
  return (
    <div class="queue-tail gap-12 row">
      <ActError error={tail} />
      <Button icon="refresh" onClick={() => void list.more()} label={t('action.retry')} />
    </div>
  );
}
