import { HEAD_PX } from './window.ts';

/** On a window as low as this, or zoomed so, the whole page scrolls and not the list in it. `page.css` has the same. */
const LOW = matchMedia('(max-height: 600px)');

/** How far a list is scrolled, and how much of it is seen: in its own frame, or on a low window with the page. */
export interface Scroller {
  /** Pixels of the rows above what is seen; below 0 on a low window whose page is not yet scrolled to the list. */
  top: () => number;
  scrollTo: (top: number) => void;
  /** Height in which rows are seen. */
  viewPx: () => number;
  /** Tells each scroll and each change of size; the answer ends it. */
  watch: (onScroll: () => void, onSize: () => void) => () => void;
}

/** @param frame has the head and the rows, and scrolls where the window is not low */
export function scrollerOf(frame: HTMLElement): Scroller {
  const top = (): number => (LOW.matches ? -frame.getBoundingClientRect().top : frame.scrollTop);
  return {
    top,
    scrollTo: (to) => {
      if (LOW.matches) window.scrollBy({ top: to - top(), behavior: 'instant' });
      else frame.scrollTop = to;
    },
    viewPx: () => (LOW.matches ? window.innerHeight : frame.clientHeight) - HEAD_PX,
    watch: (onScroll, onSize) => {
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
