/** The height of one row, and of the header above them, in CSS pixels; the same as in `page.css`. */
export const ROW_PX = 52;
const HEAD_PX = 36;
/** Rows rendered above and below the visible part, so a quick scroll does not show an empty area. */
const OVERSCAN = 8;
/** The rendered range changes in steps of this many rows, not with each row. */
const STEP = 4;
/** The next page is requested this many rows before the end of the loaded rows. */
const AHEAD = 100;

/** Rows from `first` to before `end`. */
interface Span {
  first: number;
  end: number;
}

/**
 * Returns the rows to render.
 * @param viewPx height of the visible area of rows
 */
export function spanAt(scrollTop: number, viewPx: number, rows: number): Span {
  const first = Math.floor((scrollTop / ROW_PX - OVERSCAN) / STEP) * STEP;
  const end = Math.ceil(((scrollTop + viewPx) / ROW_PX + OVERSCAN) / STEP) * STEP;
  return { first: clamp(first, rows), end: clamp(end, rows) };
}

/** Returns the rows to render, in order, including `kept`: scrolling must not lose the focus. */
export function drawn({ first, end }: Span, kept: number): number[] {
  const rows = Array.from({ length: end - first }, (_, i) => first + i);
  if (kept < 0 || (kept >= first && kept < end)) return rows;
  return kept < first ? [kept, ...rows] : [...rows, kept];
}

/** Returns the scroll position at which a row is fully visible, changed as little as possible. */
export function scrollTopFor(index: number, scrollTop: number, viewPx: number): number {
  const topPx = index * ROW_PX;
  if (topPx < scrollTop) return topPx;
  return Math.max(scrollTop, topPx + ROW_PX - viewPx);
}

export function isSeen(index: number, scrollTop: number, viewPx: number): boolean {
  return index * ROW_PX >= scrollTop && (index + 1) * ROW_PX <= scrollTop + viewPx;
}

/** Returns the first fully visible row. */
export const firstSeen = (scrollTop: number): number => Math.ceil(scrollTop / ROW_PX);

/** Returns how many rows fit on the screen, the step of Page Down. */
export const rowsSeen = (viewPx: number): number => Math.max(1, Math.floor(viewPx / ROW_PX));

/** Whether the next page should load now. */
export const isNearEnd = ({ end }: Span, rows: number): boolean => end + AHEAD >= rows;

function clamp(row: number, rows: number): number {
  return Math.min(Math.max(row, 0), rows);
}

/** On a window this low, or zoomed this far, the whole page scrolls instead of the list; the same as in `page.css`. */
const LOW = '(max-height: 600px)';

export type Scroller = ReturnType<typeof scrollerOf>;

/**
 * Returns a list's scroll position and visible height: in its own frame, or with the page on a low window.
 * @param frame contains the header and the rows, and scrolls unless the window is low
 */
export function scrollerOf(frame: HTMLElement) {
  const low = matchMedia(LOW);
  const top = (): number => (low.matches ? -frame.getBoundingClientRect().top : frame.scrollTop);
  return {
    /** Height in pixels of the rows above the visible part; below 0 on a low window whose page is not scrolled to the list yet. */
    top,
    scrollTo: (to: number) => {
      if (low.matches) window.scrollBy({ top: to - top(), behavior: 'instant' });
      else frame.scrollTop = to;
    },
    /** Height of the visible area of rows. */
    viewPx: () => (low.matches ? window.innerHeight : frame.clientHeight) - HEAD_PX,
    /** Reports each scroll and each change of size; the returned function stops it. */
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
