import { useEffect, useState } from 'preact/hooks';
import { heldInside, type Look, type Size, zoomAt } from '../../../parts/viewer/geometry.ts';
import { fittedOf, ZOOM_SCALE_MAX } from './view.ts';

/** The size of an element, kept as it changes; null until it is known. */
export function useRoom(of: { current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const element = of.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      // What is not shown has no room.
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return size;
}

export const heldLook = (chart: Size, room: Size, look: Look): Look => heldInside(look, room, fittedOf(chart, room));

/** Zooms no closer than letters are of use. */
export function zoomTo(look: Look, factor: number, whole: number, point?: { x: number; y: number }): Look {
  return zoomAt(look, Math.min(factor, ZOOM_SCALE_MAX / (whole * look.zoom)), point);
}
