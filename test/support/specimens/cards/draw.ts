import { cropFace } from '../../faces.ts';
import { CARD_SIZE } from '../card.ts';
import { layPaper, type Paper, placePortrait, toJpeg, write } from '../paper.ts';
import { photograph } from '../photograph.ts';
import type { IdentityCard } from './identity-cards.ts';
import { type Frame, placePrint } from './layouts.ts';
import { CARD_WORDS } from './words.ts';

/** Colours of the ground, the pattern, the title and the labels. The ink is dark enough to read, as in real security printing. */
const TINTS = [
  { ground: '#f3f6f8', pattern: '#dbe6ee', ink: '#1d3f73', label: '#3d4a5c' },
  { ground: '#f8f1f2', pattern: '#eedade', ink: '#6d1f35', label: '#5a4046' },
  { ground: '#f1f7f1', pattern: '#d6e8d8', ink: '#1f5a36', label: '#3c5344' },
  { ground: '#f9f6ec', pattern: '#ebe2c6', ink: '#5f4a12', label: '#544b38' },
  { ground: '#f2f2fa', pattern: '#dcdcf0', ink: '#33307a', label: '#45445e' },
  { ground: '#eef7f8', pattern: '#cfe5e8', ink: '#0f565f', label: '#36525a' },
] as const;

const MARGIN = 60;
const PORTRAIT = { width: 400, height: 515, y: 190 };
/** The grid of the face sheet: eight cards use one row, each its own place. */
const FACES_PER_ROW = 8;
const FACE_ROWS = 6;

/** The front of a card of ID-1 size at 475 dpi as a JPEG, marked SPECIMEN. */
export async function drawIdentityCard(card: IdentityCard): Promise<Buffer> {
  const { style, language, index } = card;
  const tint = TINTS[style.tint % TINTS.length] ?? TINTS[0];
  const paper = layPaper(CARD_SIZE.width, CARD_SIZE.height, tint.ground, tint.pattern);
  if (style.pattern === 'rosettes') drawRosettes(paper, tint.pattern);
  const { title, state } = CARD_WORDS[language];
  const heading = { sizePixels: 40, bold: true, color: tint.ink, serif: style.font === 'serif' };
  write(paper, state, MARGIN, 68, { ...heading, sizePixels: 30 });
  write(paper, title, MARGIN, 118, heading);
  const portraitX = style.portrait === 'left' ? MARGIN : CARD_SIZE.width - MARGIN - PORTRAIT.width;
  const place = { row: Math.floor(index / FACES_PER_ROW) % FACE_ROWS, column: 2 * (index % FACES_PER_ROW) };
  const face = await cropFace(place, { size: PORTRAIT.width });
  await placePortrait(paper, face, { x: portraitX, ...PORTRAIT });
  write(paper, 'SPECIMEN', portraitX + 35, 850, { sizePixels: 64, bold: true, color: '#a8233a' });
  for (const { text, x, y, isLabel, sizePixels } of placePrint(card, frameOf(style.portrait), paper)) {
    const serif = style.font === 'serif';
    const look = isLabel ? { color: tint.label } : { bold: style.boldValues };
    write(paper, text, x, y, { sizePixels, serif, ...look });
  }
  return toJpeg(paper);
}

/** The same card as a person photographs it (JPEG), each card in its own way. */
export async function photographCard(card: IdentityCard): Promise<Buffer> {
  return photograph(await drawIdentityCard(card), card.photoSeed);
}

/** The part of the card beside the portrait. */
function frameOf(portrait: 'left' | 'right'): Frame {
  const width = CARD_SIZE.width - PORTRAIT.width - 3 * MARGIN;
  const x = portrait === 'left' ? PORTRAIT.width + 2 * MARGIN : MARGIN;
  return { x, y: 150, width, height: CARD_SIZE.height - 190 };
}

/** Guilloche: closed curves with an oscillating radius, around three centres. */
function drawRosettes({ context, canvas }: Paper, color: string): void {
  context.strokeStyle = color;
  context.lineWidth = 2;
  for (const [centre, petals] of [0.2, 0.55, 0.9].map((share, i) => [share * canvas.width, 7 + 2 * i] as const)) {
    for (let turn = 0; turn < 8; turn++) {
      context.beginPath();
      for (let angle = 0; angle <= 6.3; angle += 0.05) {
        const radius = 220 + 90 * Math.sin(petals * angle + turn / 3) + 14 * turn;
        context.lineTo(centre + radius * Math.cos(angle), canvas.height / 2 + radius * Math.sin(angle));
      }
      context.stroke();
    }
  }
}
