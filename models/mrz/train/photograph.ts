import { createCanvas, loadImage } from '@napi-rs/canvas';
import { inside } from '../../threads/inside.ts';
import { PITCH, WINDOW } from '../net/shape.ts';
import { blurGrid, createGrid, type Grid, sampleGrid } from './grid.ts';
import { DRAWN_PITCH, type Inked } from './ink.ts';
import type { Random } from './random.ts';

/** A line as the finder of the MRZ delivers it: `WINDOW` pixels high, with the positions of the characters' middles. */
export interface Strip {
  width: number;
  values: Uint8Array;
  centresX: Float32Array;
}

/** Pixels of a character's pitch in the picture: from small scans to sharp photographs. */
const PITCH_MIN = 6;
const PITCH_MAX = 30;

/** Simulates a photograph of `paper`: blurred, noisy, coarse, compressed; then straightens the line as well as the finder of the MRZ can. */
export async function photograph(paper: Grid, inked: Inked, random: Random): Promise<Strip> {
  const pitch = random.chance(0.15) ? random.between(PITCH_MIN, 9) : random.ratioBetween(8, PITCH_MAX);
  const shrink = DRAWN_PITCH / pitch;
  const focus = (shrink > 1 ? 0.4 * shrink : 0) + random.between(0, random.chance(0.3) ? 0.16 : 0.09) * DRAWN_PITCH;
  const shake = random.chance(0.2) ? random.between(0, 0.12) * DRAWN_PITCH : 0;
  const blurred = blurGrid(paper, Math.hypot(focus, random.chance(0.5) ? shake : 0), Math.hypot(focus, shake));
  const view = chooseView(paper, pitch, random);
  const small = createGrid(Math.ceil(paper.width / shrink), Math.ceil(paper.height / shrink));
  const noise = random.between(0, random.chance(0.3) ? 16 : 7);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const [px, py] = view.toPaper(x, y);
      small.values[y * small.width + x] = sampleGrid(blurred, px, py) + random.normal() * noise;
    }
  }
  const seen = random.chance(0.6) ? await compress(small, Math.round(random.between(22, 95))) : small;
  return straighten(seen, pitch, view, inked, random);
}

interface View {
  toPaper(x: number, y: number): [number, number];
  fromPaper(x: number, y: number): [number, number];
}

/** Maps pixels of the picture to the drawing: turned, sheared and stretched by as much as straightening leaves. */
function chooseView(paper: Grid, pitch: number, random: Random): View {
  const scale = DRAWN_PITCH / pitch;
  const turn = random.normal() * 0.006;
  const shear = random.normal() * 0.05;
  const tall = random.between(0.88, 1.13);
  const [a, b, c, d] = [scale, scale * shear, scale * turn, scale * tall];
  const [mx, my] = [paper.width / 2, paper.height / 2];
  const [cx, cy] = [mx / scale, my / scale];
  const det = a * d - b * c;
  return {
    toPaper: (x, y) => [mx + a * (x - cx) + b * (y - cy), my + c * (x - cx) + d * (y - cy)],
    fromPaper: (x, y) => [cx + (d * (x - mx) - b * (y - my)) / det, cy + (-c * (x - mx) + a * (y - my)) / det],
  };
}

async function compress(grid: Grid, quality: number): Promise<Grid> {
  const { width, height } = grid;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const picture = context.createImageData(width, height);
  for (let i = 0; i < width * height; i++) {
    const value = Math.max(0, Math.min(255, grid.values[i] ?? 0));
    picture.data.fill(value, i * 4, i * 4 + 3);
    picture.data[i * 4 + 3] = 255;
  }
  context.putImageData(picture, 0, 0);
  context.drawImage(await inside(() => loadImage(canvas.toBuffer('image/jpeg', quality))), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const out = createGrid(width, height);
  for (let i = 0; i < width * height; i++) out.values[i] = data[i * 4] ?? 0;
  return out;
}

function straighten(seen: Grid, pitch: number, view: View, { centresX, centreY }: Inked, random: Random): Strip {
  const scale = (PITCH / pitch) * random.between(0.86, 1.16);
  const drift = random.normal() * 1.3;
  const width = Math.ceil(seen.width * scale);
  const top = seen.height / 2 - WINDOW / 2 / scale + drift / scale;
  const values = new Uint8Array(width * WINDOW);
  for (let y = 0; y < WINDOW; y++) {
    for (let x = 0; x < width; x++) {
      const value = sampleGrid(seen, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5 + top);
      values[y * width + x] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
  const toStrip = (x: number): number => (view.fromPaper(x, centreY)[0] + 0.5) * scale - 0.5;
  return { width, values, centresX: centresX.map(toStrip) };
}
