import sharp from 'sharp';
import { drawCleanSpecimen } from './verify-speed.ts';
import { decodeImage } from '../../models/image/decode.ts';
sharp.cache(false); sharp.concurrency(1);
const { front, selfie } = await drawCleanSpecimen();
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
for (const f of [front, selfie]) {
  const { image: { width, height, pixels } } = await decodeImage(f, { imagePixelsMax: 1e8, workingSidePixelsMax: 3000 } as any);
  const raw = { width, height, channels: 3 as const };
  const timed = async (name: string, fn: () => Promise<Buffer>) => { let r; for (let i = 0; i < 20; i++) r = await fn(); const b = cpu(); for (let i = 0; i < 60; i++) r = await fn(); let h = 0; for (const v of r!) h = (h * 31 + v) | 0; console.log(name.padEnd(30), ((cpu() - b) / 60).toFixed(2), r!.length, h); };
  const R = { width: 640, height: 640, fit: 'inside' as const };
  await timed('now', () => sharp(pixels, { raw }).resize(R).toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer());
  await timed('no colourspace', () => sharp(pixels, { raw }).resize(R).raw({ depth: 'uchar' }).toBuffer());
  await timed('no depth', () => sharp(pixels, { raw }).resize(R).raw().toBuffer());
  await timed('no resize', () => sharp(pixels, { raw }).raw().toBuffer());
  await timed('premult', () => sharp(pixels, { raw: { ...raw, premultiplied: true } as any }).resize(R).raw().toBuffer());
  await timed('linear kernel', () => sharp(pixels, { raw }).resize({ ...R, kernel: 'linear' }).raw().toBuffer());
  await timed('seq', () => sharp(pixels, { raw, sequentialRead: true }).resize(R).raw().toBuffer());
  await timed('rand', () => sharp(pixels, { raw, sequentialRead: false }).resize(R).raw().toBuffer());
  await timed('unlimited', () => sharp(pixels, { raw, limitInputPixels: false }).resize(R).raw().toBuffer());
  await timed('decode only', () => sharp(f).raw().toBuffer());
  await timed('decode as is', () => sharp(f, { failOn: 'warning' }).autoOrient().resize({ width: 3000, height: 3000, fit: 'inside', withoutEnlargement: true }).flatten({ background: '#ffffff' }).toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer());
  await timed('decode no flatten', () => sharp(f, { failOn: 'warning' }).autoOrient().resize({ width: 3000, height: 3000, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer());
  await timed('decode no icc', () => sharp(f, { failOn: 'warning', ignoreIcc: true }).autoOrient().resize({ width: 3000, height: 3000, fit: 'inside', withoutEnlargement: true }).flatten({ background: '#ffffff' }).toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer());
  await timed('decode no orient', () => sharp(f, { failOn: 'warning', ignoreIcc: true }).raw().toBuffer());
}
