import type { Box } from './layers.ts';

/** Lengths of the chart. */
export const CHART = {
  boxWidth: 200,
  /** Between layers: room for the label beside the outer box, then for the curve. */
  labelWidth: 62,
  curveWidth: 50,
  /** Between boxes of a layer. */
  gap: 16,
  /** Of a link that passes through a layer. */
  passHeight: 10,
  /** Between links that leave a box side by side, so that their labels do not touch. */
  portGap: 20,
  /** Above a box that owns its own shares. */
  loopHeight: 24,
  margin: 12,
} as const;

export interface PlacedBox extends Box {
  /** The side towards the root, and the upper side. */
  x: number;
  y: number;
  width: number;
  layer: number;
}
