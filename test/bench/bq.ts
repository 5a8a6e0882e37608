import { drawCleanSpecimen } from './verify-speed.ts';
import { decodeImage } from '../../models/image/decode.ts';
import { startReader, readSymbols } from '../../models/barcode/reader.ts';
import { KERNEL, putGrey, searchGrey } from '../../models/barcode/search.ts';
import { findRegions } from '../../models/barcode/regions.ts';
import { readPicture } from '../../models/barcode/read.ts';
import { toPgm } from '../../models/quality/pgm.ts';
import { BARCODE_FORMATS } from '../../models/ports.ts';
await startReader('models/weights');
const { front, back } = await drawCleanSpecimen();
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
for (const [n, f] of Object.entries({ front, back })) {
  const { image } = await decodeImage(f, { imagePixelsMax: 1e8, workingSidePixelsMax: 3000 } as any);
  console.log(n, image.width, image.height);
  const R = 30;
  const timed = async (name: string, fn: () => any) => { for (let i = 0; i < 5; i++) await fn(); const b = cpu(); let r; for (let i = 0; i < R; i++) r = await fn(); console.log('  ', name, ((cpu() - b) / R).toFixed(2), JSON.stringify(r)?.slice(0, 100)); };
  using scratch = KERNEL.borrow();
  const grey = putGrey(scratch, image);
  const whole = toPgm({ width: image.width, height: image.height, values: scratch.bytes(grey, image.width * image.height) });
  await timed('all', () => readPicture(image));
  const effort = { tryInvert: false, tryDownscale: false, tryRotate: false } as const;
  const v = scratch.bytes(grey, image.width * image.height).slice();
  const thin = (w: number, h: number, v: Uint8Array, step: number) => { const rows = Math.ceil(h / step); const out = new Uint8Array(w * rows); for (let y = 0; y < rows; y++) out.set(v.subarray(y * step * w, y * step * w + w), y * w); return { width: w, height: rows, values: out }; };
  await timed('pass1', () => readSymbols(whole, BARCODE_FORMATS, effort));
  await timed('A matrix4', () => readSymbols(whole, ['PDF417','QRCode','Aztec','DataMatrix'], effort));
  for (const st of [1, 4, 6, 8, 12]) await timed('1D ' + st, () => readSymbols(toPgm(thin(image.width, image.height, v, st)), ['Code128','Code39'], effort));
  for (const st of [4, 6, 8, 12]) await timed('1D gh ' + st, () => readSymbols(toPgm(thin(image.width, image.height, v, st)), ['Code128','Code39'], { ...effort, binarizer: 'GlobalHistogram' }));
}
