import type { Measures } from './content.ts';
import type { Measure } from './wrap.ts';

/** Tells how wide the chart's texts are drawn in the page's own font. */
export function createMeasure(): Measures {
  const canvas = document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(document.body).fontFamily;
  const of =
    (font: string): Measure =>
    (text) => {
      if (!canvas) return text.length * 8;
      canvas.font = `${font} ${family}`;
      return canvas.measureText(text).width;
    };
  return { name: of('600 13px'), sub: of('12px'), chip: of('550 11.5px') };
}
