import { CHART, type PlacedBox } from './layers.ts';

export interface Point {
  x: number;
  y: number;
}

/** From where the pen is: a straight line, or a curve that leaves and arrives along the line of text. */
export interface Stroke {
  kind: 'line' | 'curve';
  to: Point;
}

export interface Route {
  from: Point;
  strokes: Stroke[];
  /** Where the arrow's head is, and where it points. */
  head: Point & { towards: 'inwards' | 'outwards' | 'down' };
  /** The middle of the label. */
  label: Point;
}

/**
 * From the outer box by its label, through the room beside each layer on the way, to the inner box. All curves lie between layers, so none comes upon a box.
 *
 * @param passes where it comes to a layer in between, the outermost first, on the side towards the root
 */
export function routeWay(start: Point, passes: readonly Point[], end: Point, back: boolean): Route {
  const strokes: Stroke[] = [{ kind: 'line', to: { x: start.x - CHART.labelWidth, y: start.y } }];
  for (const { x, y } of passes) {
    strokes.push({ kind: 'curve', to: { x: x + CHART.boxWidth, y } });
    strokes.push({ kind: 'line', to: { x: x - CHART.labelWidth, y } });
  }
  strokes.push({ kind: 'curve', to: end });
  return {
    from: start,
    strokes,
    head: back ? { ...start, towards: 'outwards' } : { ...end, towards: 'inwards' },
    label: { x: start.x - CHART.labelWidth / 2, y: start.y },
  };
}

/** Above the box, from its upper side and back to it. */
export function routeLoop({ x, y, width }: PlacedBox): Route {
  const top = y - CHART.loopHeight / 2;
  const [from, to] = [x + width * 0.4, x + width * 0.6];
  const strokes: Stroke[] = [
    { kind: 'line', to: { x: from, y: top } },
    { kind: 'line', to: { x: to, y: top } },
    { kind: 'line', to: { x: to, y } },
  ];
  return {
    from: { x: from, y },
    strokes,
    head: { x: to, y, towards: 'down' },
    label: { x: to + CHART.labelWidth / 2 + 4, y: top },
  };
}

/** For `<path d>`. `toX`: mirrors the chart where it is drawn from right to left. */
export function pathText({ from, strokes }: Pick<Route, 'from' | 'strokes'>, toX: (x: number) => number): string {
  let at = from;
  const parts = [`M${toX(from.x)} ${from.y}`];
  for (const { kind, to } of strokes) {
    const middle = toX((at.x + to.x) / 2);
    parts.push(kind === 'line' ? `L${toX(to.x)} ${to.y}` : `C${middle} ${at.y} ${middle} ${to.y} ${toX(to.x)} ${to.y}`);
    at = to;
  }
  return parts.join('');
}
