import type { TextPage, TextWord } from '../../../models/ports.ts';

/** A page as the recognizer returns it: each text at the given upper left corner, 20 pixels high, 12 pixels per letter. */
export function pageOf(...texts: [text: string, x: number, y: number][]): TextPage {
  const lines = texts.map(([text, x, y]) => {
    const words: TextWord[] = [];
    let left = x;
    for (const part of text.split(' ')) {
      words.push({ text: part, confidence: 0.9, box: { x: left, y, width: part.length * 12, height: 20 } });
      left += part.length * 12 + 10;
    }
    return { text, confidence: 0.9, box: { x, y, width: left - 10 - x, height: 20 }, words };
  });
  const engine = { name: 'drawn', version: '1', languages: ['fra'] };
  return { lines, confidence: 0.9, engine };
}
