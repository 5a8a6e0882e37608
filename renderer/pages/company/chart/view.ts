import { heldInside, type Look, type Size, zoomAt } from '../../../parts/viewer/geometry.ts';

/** Below this scale names cannot be read; the user pans to what does not fit. */
export const READABLE_SCALE = 0.75;
const ZOOM_SCALE_MAX = 2;

/** Returns the scale at which the whole chart is visible; never enlarged. */
export function wholeScale(chart: Size, room: Size): number {
  return Math.min(1, room.width / chart.width, room.height / chart.height);
}

const fittedOf = (chart: Size, room: Size): Size => {
  const scale = wholeScale(chart, room);
  return { width: chart.width * scale, height: chart.height * scale };
};

/** Returns the first view, in which names can be read: the whole chart if possible, otherwise the part around the company. */
export function firstLook(chart: Size, room: Size, company: { x: number; y: number }): Look {
  const whole = wholeScale(chart, room);
  const zoom = Math.max(whole, Math.min(1, READABLE_SCALE)) / whole;
  const scale = whole * zoom;
  const look = {
    zoom,
    quarters: 0,
    x: (chart.width / 2 - company.x) * scale,
    y: (chart.height / 2 - company.y) * scale,
  };
  return heldInside(look, room, fittedOf(chart, room));
}

/** Returns the position of the chart in its frame, and the page pixels per unit of the chart. */
export function viewOf(chart: Size, room: Size, look: Look) {
  const scale = wholeScale(chart, room) * look.zoom;
  const [width, height] = [room.width / scale, room.height / scale];
  const [x, y] = [chart.width / 2 - look.x / scale - width / 2, chart.height / 2 - look.y / scale - height / 2];
  return { scale, viewBox: [x, y, width, height].map((one) => one.toFixed(2)).join(' ') };
}

/** Returns the same view moved as little as possible, so that a box is completely visible. */
export function withBox(
  chart: Size,
  room: Size,
  look: Look,
  box: { x: number; y: number; width: number; height: number },
): Look {
  const { scale } = viewOf(chart, room, look);
  const moved = (middle: number, whole: number, side: number, length: number, shown: number): number => {
    const near = shown / 2 + middle + (side - whole / 2) * scale;
    const far = near + length * scale;
    return far > shown ? middle - (far - shown) : near < 0 ? middle - near : middle;
  };
  const x = moved(look.x, chart.width, box.x, box.width, room.width);
  const y = moved(look.y, chart.height, box.y, box.height, room.height);
  return heldInside({ ...look, x, y }, room, fittedOf(chart, room));
}

export const heldLook = (chart: Size, room: Size, look: Look): Look => heldInside(look, room, fittedOf(chart, room));

/** Zooms, but no closer than is useful for reading. */
export function zoomTo(look: Look, factor: number, whole: number, point?: { x: number; y: number }): Look {
  return zoomAt(look, Math.min(factor, ZOOM_SCALE_MAX / (whole * look.zoom)), point);
}
