import sharp from 'sharp';
import { drawBarcode } from '../support/specimens/barcode.ts';
import { aamvaPayload } from '../support/specimens/aamva.ts';
import { PEOPLE } from '../support/specimens/people.ts';
import { drawCleanSpecimen } from './verify-speed.ts';
import { seededRandom } from '../support/random.ts';
import { startReader } from '../../models/barcode/reader.ts';
import { readPicture } from '../../models/barcode/read.ts';
await startReader('models/weights');
const random = seededRandom(Number(process.argv[2] ?? 7));
const N = Number(process.argv[3] ?? 50);
const CARD = aamvaPayload({ person: PEOPLE.clean });
const texts: Record<string, string[]> = { PDF417: [CARD], QRCode: [CARD, 'K7412853L/ABC', CARD.slice(0, 60)], Aztec: [CARD, CARD.slice(0, 80)], DataMatrix: [CARD, CARD.slice(0, 40), 'K7412853L'], Code128: ['K7412853L'], Code39: ['K7412853L'] };
const { front } = await drawCleanSpecimen();
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
let spent = 0; const got: Record<string, number> = {}; const miss: string[] = [];
for (const [format, list] of Object.entries(texts)) for (let i = 0; i < N; i++) {
  const text = list[Math.floor(random() * list.length)]!;
  const module = 2 + Math.floor(random() * 4);
  const symbol = await drawBarcode(format as any, text, module);
  const kind = Math.floor(random() * 3);
  const angle = [0, 0, 90, 180, 270, Math.round(random() * 90 - 45)][Math.floor(random() * 6)]!;
  const b = random() * 0.45 * module;
  const padded = await sharp(symbol).extend({ top: 16, bottom: 16, left: 16, right: 16, background: '#fff' }).png().toBuffer();
  const m = await sharp(padded).metadata();
  // on a card's picture, below it
  const turned = await sharp(padded).rotate(angle, { background: kind === 0 ? '#ffffff' : '#e5e8ea' }).png().toBuffer();
  const tm = await sharp(turned).metadata();
  const W = Math.max(1600, tm.width! + 40), H = 1009 + tm.height! + 40;
  let pic = sharp({ create: { width: W, height: H, channels: 3, background: kind === 0 ? '#ffffff' : '#e5e8ea' } }).composite([{ input: front, left: 0, top: 0 }, { input: turned, left: Math.floor(random() * (W - tm.width!)), top: 1009 + 20 }]);
  let buf = await pic.jpeg({ quality: 95 }).toBuffer();
  let s2 = sharp(buf); if (b > 0.3) s2 = s2.blur(b);
  const { data, info } = await s2.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const t = cpu(); const found = await readPicture({ width: info.width, height: info.height, pixels: data }); spent += cpu() - t;
  if (found.some((f) => f.format === format && f.text === text)) got[format] = (got[format] ?? 0) + 1; else miss.push(`${format}/${module}/${angle}/${b.toFixed(1)}/${text.length}`);
}
console.log(JSON.stringify(got), Object.values(got).reduce((a, b) => a + b, 0), 'of', 6 * N, (spent / 6 / N).toFixed(1), 'ms each');
if (process.argv[4]) console.log(miss.join('\n'));
