import type { Box, RasterImage, TextPage, Turn, WordPlace } from '../ports.ts';

/** A word that was certainly read has at least this confidence and more than one character; noise has neither. */
const CONFIDENCE_MIN = 0.6;
const CHARACTERS_MIN = 2;

/** Returns where the words of a page are in the unturned picture, whose size is `width` by `height`. */
export function placesOfWords(page: TextPage, size: Pick<RasterImage, 'width' | 'height'>): WordPlace[] {
  return page.lines
    .flatMap((line) => line.words)
    .map(({ text, confidence, box, flat }) => ({
      box: turnedBack(box, page.turn ?? 0, size),
      letterHeight: (flat ?? box).height,
      sure: confidence >= CONFIDENCE_MIN && text.length >= CHARACTERS_MIN,
    }));
}

/** Maps a box of the turned picture back to the unturned one. */
function turnedBack(box: Box, turn: Turn, { width, height }: Pick<RasterImage, 'width' | 'height'>): Box {
  if (turn === 0) return box;
  if (turn === 180) return { ...box, x: width - box.x - box.width, y: height - box.y - box.height };
  const size = { width: box.height, height: box.width };
  if (turn === 90) return { ...size, x: box.y, y: height - box.x - box.width };
  return { ...size, x: width - box.y - box.height, y: box.x };
}
