import type { ChartLayout } from './layout.ts';
import type { PlacedBox } from './measures.ts';

/** To an owner, to what is owned, to the one above or below in the layer, back to the company. */
export type Step = 'outwards' | 'inwards' | 'above' | 'below' | 'root';

/** Who comes next on the chart; null: nobody there. */
export function walk({ boxes, links }: ChartLayout, from: string, step: Step): string | null {
  const here = boxes.find(({ id }) => id === from);
  if (!here) return null;
  if (step === 'root') return boxes.find(({ layer }) => layer === 0)?.id ?? null;
  if (step === 'above' || step === 'below') return besideOf(here, boxes, step);
  const joined = links.flatMap(({ link: { owner, owned } }) => {
    if (owner === owned) return [];
    return owner === from ? [owned] : owned === from ? [owner] : [];
  });
  const side = boxes.filter(
    ({ id, layer }) => joined.includes(id) && (step === 'outwards' ? layer > here.layer : layer < here.layer),
  );
  // Where the drawing is followed by eye the nearest one is meant.
  return nearest(here, side);
}

function besideOf(here: PlacedBox, boxes: readonly PlacedBox[], step: 'above' | 'below'): string | null {
  const row = boxes.filter(({ layer }) => layer === here.layer).toSorted((a, b) => a.y - b.y);
  return row[row.indexOf(here) + (step === 'above' ? -1 : 1)]?.id ?? null;
}

function nearest(here: PlacedBox, boxes: readonly PlacedBox[]): string | null {
  const far = (box: PlacedBox): number => Math.hypot(box.x - here.x, middleOf(box) - middleOf(here));
  return boxes.toSorted((a, b) => far(a) - far(b))[0]?.id ?? null;
}

const middleOf = ({ y, height }: PlacedBox): number => y + height / 2;
