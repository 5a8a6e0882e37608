import { z } from 'zod';

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The window's position and state. */
export interface WindowPlace {
  /** The window's bounds when it is neither maximised nor in full screen. */
  bounds: Bounds;
  maximised: boolean;
  fullScreen: boolean;
}

/** No screen is wider; a larger value means a broken file. */
const PIXELS_MAX = 100_000;
/** How much of the window's upper edge must be on a screen: otherwise a person cannot drag it. */
const GRIP_WIDTH = 120;
const GRIP_HEIGHT = 40;

const offset = z.int().min(-PIXELS_MAX).max(PIXELS_MAX);
const length = z.int().min(1).max(PIXELS_MAX);
const Place = z.strictObject({
  bounds: z.strictObject({ x: offset, y: offset, width: length, height: length }),
  maximised: z.boolean(),
  fullScreen: z.boolean(),
});

/** Returns the stored position, or null if it is invalid: then the window opens as it did the first time. */
export function readPlace(stored: unknown): WindowPlace | null {
  return Place.safeParse(stored).data ?? null;
}

/** Returns whether the window can be dragged on one of the screens, whose `areas` exclude the system's bars. */
export function isOnScreen(bounds: Bounds, areas: readonly Bounds[]): boolean {
  return areas.some((area) => {
    const seen = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    const gripBottom = bounds.y + GRIP_HEIGHT;
    return seen >= GRIP_WIDTH && bounds.y >= area.y && gripBottom <= area.y + area.height;
  });
}
