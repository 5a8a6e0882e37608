import { useEffect, useState } from 'preact/hooks';

/** Pixels of the page. */
export interface Size {
  width: number;
  height: number;
}

/** In shares 0..1 of an upright picture, from its upper left corner. */
export interface Share {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The current view of a picture. Lengths in pixels of the page. */
export interface Look {
  /** 1: the whole picture fits. */
  zoom: number;
  /** The position of the picture's middle, from the middle of the view. */
  x: number;
  y: number;
  /** Quarter turns clockwise. */
  quarters: number;
}

export const WHOLE: Look = { zoom: 1, x: 0, y: 0, quarters: 0 };
export const ZOOM_MAX = 8;
/** For one press of a key or button, and one notch of a wheel. */
export const ZOOM_STEP = 1.4;

const isOnSide = ({ quarters }: Look): boolean => quarters % 2 === 1;

/** Returns the size at which a picture fits into a view, before it is turned. Nothing is enlarged. */
export function fittedSize(view: Size, picture: Size, look: Look): Size {
  const [width, height] = isOnSide(look) ? [picture.height, picture.width] : [picture.width, picture.height];
  const scale = Math.min(view.width / width, view.height / height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Zooms so that the content under a point stays there. `point`: from the middle of the view. */
export function zoomAt(look: Look, factor: number, point: { x: number; y: number } = { x: 0, y: 0 }): Look {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, look.zoom * factor));
  const grown = zoom / look.zoom;
  return { ...look, zoom, x: point.x - (point.x - look.x) * grown, y: point.y - (point.y - look.y) * grown };
}

/** Returns the view moved so that it has no unnecessary empty space at a side. */
export function heldInside(look: Look, view: Size, fitted: Size): Look {
  const [width, height] = isOnSide(look) ? [fitted.height, fitted.width] : [fitted.width, fitted.height];
  const most = (shown: number, room: number): number => Math.max(0, (shown * look.zoom - room) / 2);
  const [x, y] = [most(width, view.width), most(height, view.height)];
  return { ...look, x: Math.min(x, Math.max(-x, look.x)) + 0, y: Math.min(y, Math.max(-y, look.y)) + 0 };
}

/** Returns the view centred on a box, at the current zoom. */
export function centredOn(look: Look, box: Share, fitted: Size): Look {
  const along = (box.x + box.width / 2 - 0.5) * fitted.width * look.zoom;
  const down = (box.y + box.height / 2 - 0.5) * fitted.height * look.zoom;
  const turned = [
    [along, down],
    [-down, along],
    [-along, -down],
    [down, -along],
  ][look.quarters % 4] as [number, number];
  return { ...look, x: -turned[0] + 0, y: -turned[1] + 0 };
}

/** Turns a quarter clockwise and shows the whole picture again. */
export function turnedRight({ quarters }: Look): Look {
  return { ...WHOLE, quarters: (quarters + 1) % 4 };
}

/** Returns `style.transform` for a stage whose middle is on the middle of the view. */
export function transformOf({ x, y, quarters, zoom }: Look): string {
  return `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${quarters * 90}deg) scale(${zoom})`;
}

/** Returns the size of an element on the page; null: unknown yet. */
export function useRoom(of: { current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const element = of.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      // A hidden element has no size.
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [of.current === null]);
  return size;
}
