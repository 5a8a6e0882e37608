import sharp from 'sharp';
import { drawBarcode } from '../support/specimens/barcode.ts';
import { drawCleanSpecimen } from './verify-speed.ts';
import { seededRandom } from '../support/random.ts';
import { startReader, readSymbols } from '../../models/barcode/reader.ts';
import { toPgm } from '../../models/quality/pgm.ts';
await startReader('models/weights');
const random = seededRandom(5);
const { back } = await drawCleanSpecimen();

const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
const thin = (w: number, h: number, v: Uint8Array, step: number) => { const rows = Math.ceil(h / step); const out = new Uint8Array(w * rows); for (let y = 0; y < rows; y++) out.set(v.subarray(y * step * w, y * step * w + w), y * w); return { width: w, height: rows, values: out }; };
for (const step of [1, 4, 6, 8, 12, 16]) { let line = ''; let spent = 0; let runs = 0; for (const high of [25, 40, 60, 80, 120]) { let n = 0; let of = 0; const r = seededRandom(high);
  for (const format of ['Code128', 'Code39'] as const) for (let i = 0; i < 20; i++) {
    const symbol = await drawBarcode(format, 'K7412853L', 2 + Math.floor(r() * 3));
    const m = await sharp(symbol).metadata();
    const bar = await sharp(symbol).resize(m.width, high, { fit: 'fill' }).png().toBuffer();
    const W = 1600; if (m.width! > W) continue;
    const g = await sharp(back).composite([{ input: bar, left: Math.floor(r() * (W - m.width!)), top: Math.floor(r() * (1009 - high)) }]).png().toBuffer();
    const { data, info } = await sharp(g).rotate([0, 0, 2, -3][i % 4]!, { background: '#e5e8ea' }).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
    const t = cpu();
    const found = await readSymbols(toPgm(thin(info.width, info.height, data, step)), ['Code128', 'Code39'], { tryInvert: false, tryDownscale: false, tryRotate: false });
    spent += cpu() - t; runs++;
    of++; if (found.some((f) => f.format === format)) n++;
  }
  line += ` ${high}px ${n}/${of}`; }
  console.log('step', step, line, (spent / runs).toFixed(2), 'ms'); }
