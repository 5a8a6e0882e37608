import { createGrid, type Grid } from './grid.ts';
import type { Random } from './random.ts';

/** Puts `ink` (0..1) on paper like that of documents: tinted, patterned, unevenly lit. Grey values, 0..255. */
export function layOnPaper(ink: Grid, random: Random): Grid {
  const paper = drawPaper(ink.width, ink.height, random);
  const brightness = paper.values.reduce((sum, value) => sum + value, 0) / paper.values.length;
  const contrast = random.ratioBetween(45, 220);
  const dark = Math.max(0, brightness - contrast);
  const patchy = random.chance(0.25) ? random.between(0.1, 0.35) : 0;
  for (let i = 0; i < paper.values.length; i++) {
    const covered = (ink.values[i] ?? 0) * (1 - patchy * random.next());
    paper.values[i] = (paper.values[i] ?? 0) * (1 - covered) + dark * covered;
  }
  return paper;
}

function drawPaper(width: number, height: number, random: Random): Grid {
  const paper = createGrid(width, height);
  const base = random.between(120, 250);
  const slopeX = (random.normal() * 25) / width;
  const slopeY = (random.normal() * 14) / height;
  const waves = Array.from({ length: Math.floor(random.next() * 4) }, () => drawWave(random));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let value = base + slopeX * (x - width / 2) + slopeY * (y - height / 2);
      for (const wave of waves) value += wave(x, y);
      paper.values[y * width + x] = value;
    }
  }
  for (let strokes = random.chance(0.3) ? 1 + Math.floor(random.next() * 3) : 0; strokes > 0; strokes--) {
    crossOut(paper, random);
  }
  return paper;
}

/** Draws one set of the fine, slightly bent lines that cover documents. */
function drawWave(random: Random): (x: number, y: number) => number {
  const angle = random.between(0, Math.PI);
  const length = random.ratioBetween(4, 60);
  const [dx, dy] = [(Math.cos(angle) * 2 * Math.PI) / length, (Math.sin(angle) * 2 * Math.PI) / length];
  const height = random.ratioBetween(1.5, 24);
  const bend = random.between(0, 2);
  const bendLength = random.between(30, 120);
  const sharp = random.chance(0.4);
  return (x, y) => {
    const wave = Math.sin(x * dx + y * dy + bend * Math.sin((x + y) / bendLength));
    return -height * (sharp ? Math.max(0, wave) ** 6 * 2 : wave);
  };
}

/** Draws a stroke across the paper: of a stamp, a signature, a fold, a rule. */
function crossOut(paper: Grid, random: Random): void {
  const { width, height, values } = paper;
  const from = random.between(-0.2, 1.2) * height;
  const slope = random.chance(0.5) ? random.between(-0.02, 0.02) : random.between(-0.6, 0.6);
  const middle = random.between(0, width);
  const half = random.between(0.5, 2.5);
  const change = random.between(-70, 25);
  for (let x = 0; x < width; x++) {
    const centre = from + slope * (x - middle);
    for (let y = Math.max(0, Math.floor(centre - half)); y <= Math.min(height - 1, centre + half); y++) {
      values[y * width + x] = Math.max(0, Math.min(255, (values[y * width + x] ?? 0) + change));
    }
  }
}
