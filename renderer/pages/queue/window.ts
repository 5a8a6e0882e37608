/** The height of one row, and of the head above them, in CSS pixels. `page.css` has the same. */
export const ROW_PX = 52;
const HEAD_PX = 36;
/** Rows above and below what is seen, so that a quick scroll does not show bare ground. */
const OVERSCAN = 8;
/** What is drawn changes by so many rows at once, not with each of them. */
const STEP = 4;
/** So near the end of what has come the next page is asked for. */
const AHEAD = 100;

/** Rows from `first` to before `end`. */
interface Span {
  first: number;
  end: number;
}

/**
 * The rows to draw.
 *
 * @param viewPx height in which rows are seen
 */
export function spanAt(scrollTop: number, viewPx: number, rows: number): Span {
  const first = Math.floor((scrollTop / ROW_PX - OVERSCAN) / STEP) * STEP;
  const end = Math.ceil(((scrollTop + viewPx) / ROW_PX + OVERSCAN) / STEP) * STEP;
  return { first: clamp(first, rows), end: clamp(end, rows) };
}

/** The rows to draw, in their order, with one that is drawn wherever it is: the focus must not be lost by scrolling. */
export function drawn({ first, end }: Span, kept: number): number[] {
  const rows = Array.from({ length: end - first }, (_, i) => first + i);
  if (kept < 0 || (kept >= first && kept < end)) return rows;
  return kept < first ? [kept, ...rows] : [...rows, kept];
}

/** Where to scroll, as little as possible, so that a row is wholly seen. */
export function scrollTopFor(index: number, scrollTop: number, viewPx: number): number {
  const topPx = index * ROW_PX;
  if (topPx < scrollTop) return topPx;
  return Math.max(scrollTop, topPx + ROW_PX - viewPx);
}

export function isSeen(index: number, scrollTop: number, viewPx: number): boolean {
  return index * ROW_PX >= scrollTop && (index + 1) * ROW_PX <= scrollTop + viewPx;
}

/** The first row that is wholly seen. */
export const firstSeen = (scrollTop: number): number => Math.ceil(scrollTop / ROW_PX);

/** Rows that one screen shows, and by which Page Down goes. */
export const rowsSeen = (viewPx: number): number => Math.max(1, Math.floor(viewPx / ROW_PX));

/** Whether the next page should come now. */
export const isNearEnd = ({ end }: Span, rows: number): boolean => end + AHEAD >= rows;

function clamp(row: number, rows: number): number {
  return Math.min(Math.max(row, 0), rows);
}

/** On a window as low as this, or zoomed so, the whole page scrolls and not the list in it. `page.css` has the same. */
const LOW = '(max-height: 600px)';

export type Scroller = ReturnType<typeof scrollerOf>;

/**
 * How far a list is scrolled, and how much of it is seen: in its own frame, or on a low window with the page.
 *
 * @param frame has the head and the rows, and scrolls where the window is not low
 */
export function scrollerOf(frame: HTMLElement) {
  const low = matchMedia(LOW);
  const top = (): number => (low.matches ? -frame.getBoundingClientRect().top : frame.scrollTop);
  return {
    /** Pixels of the rows above what is seen; below 0 on a low window whose page is not yet scrolled to the list. */
    top,
    scrollTo: (to: number) => {
      if (low.matches) window.scrollBy({ top: to - top(), behavior: 'instant' });
      else frame.scrollTop = to;
    },
    /** Height in which rows are seen. */
    viewPx: () => (low.matches ? window.innerHeight : frame.clientHeight) - HEAD_PX,
    /** Tells each scroll and each change of size; the answer ends it. */
    watch: (onScroll: () => void, onSize: () => void) => {
      const observer = new ResizeObserver(onSize);
      observer.observe(frame);
      for (const target of [frame, window]) target.addEventListener('scroll', onScroll, { passive: true });
      window.addEventListener('resize', onSize);
      return () => {
        observer.disconnect();
        for (const target of [frame, window]) target.removeEventListener('scroll', onScroll);
        window.removeEventListener('resize', onSize);
      };
    },
  };
}
