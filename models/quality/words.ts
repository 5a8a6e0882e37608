import type { Box, RasterImage, TextPage, Turn, WordPlace } from '../ports.ts';

/** A word that was surely read, and is no single mark: what is made of noise is neither. */
const CONFIDENCE_MIN = 0.6;
const CHARACTERS_MIN = 2;

/** Where the words of a page stand in the picture as it lies, whose size is `width` by `height`. */
export function placesOfWords(page: TextPage, size: Pick<RasterImage, 'width' | 'height'>): WordPlace[] {
  return page.lines
    .flatMap((line) => line.words)
    .map(({ text, confidence, box, flat }) => ({
      box: turnedBack(box, page.turn ?? 0, size),
      letterHeight: (flat ?? box).height,
      sure: confidence >= CONFIDENCE_MIN && text.length >= CHARACTERS_MIN,
    }));
}

/** A box of the turned picture in the one that was turned. */
function turnedBack(box: Box, turn: Turn, { width, height }: Pick<RasterImage, 'width' | 'height'>): Box {
  if (turn === 0) return box;
  if (turn === 180) return { ...box, x: width - box.x - box.width, y: height - box.y - box.height };
  const size = { width: box.height, height: box.width };
  if (turn === 90) return { ...size, x: box.y, y: height - box.x - box.width };
  return { ...size, x: width - box.y - box.height, y: box.x };
}
