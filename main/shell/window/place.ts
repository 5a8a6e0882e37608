import { z } from 'zod';

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the window was, and how. */
export interface WindowPlace {
  /** Of the window when it is neither maximised nor in full screen. */
  bounds: Bounds;
  maximised: boolean;
  fullScreen: boolean;
}

/** No screen is wider; what is beyond is a broken file. */
const PIXELS_MAX = 100_000;
/** So much of the window's upper edge must be on a screen: else nobody can take hold of it. */
const GRIP_WIDTH = 120;
const GRIP_HEIGHT = 40;

const offset = z.int().min(-PIXELS_MAX).max(PIXELS_MAX);
const length = z.int().min(1).max(PIXELS_MAX);
const Place = z.strictObject({
  bounds: z.strictObject({ x: offset, y: offset, width: length, height: length }),
  maximised: z.boolean(),
  fullScreen: z.boolean(),
});

/** What was stored, or null if it is no place: then the window opens as it did the first time. */
export function readPlace(stored: unknown): WindowPlace | null {
  return Place.safeParse(stored).data ?? null;
}

/** Whether the window can be taken hold of on one of the screens, whose `areas` are without bars of the system. */
export function isOnScreen(bounds: Bounds, areas: readonly Bounds[]): boolean {
  return areas.some((area) => {
    const seen = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    const gripBottom = bounds.y + GRIP_HEIGHT;
    return seen >= GRIP_WIDTH && bounds.y >= area.y && gripBottom <= area.y + area.height;
  });
}
