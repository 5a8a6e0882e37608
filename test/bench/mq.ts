import { drawCleanSpecimen } from './verify-speed.ts';
import { decodeImage } from '../../models/image/decode.ts';
import { measureQuality } from '../../models/quality/measure.ts';
import { scaleGrey } from '../../models/quality/scale.ts';
import { findTextGlare, glareShare } from '../../models/quality/glare.ts';
import { hasPlainEdges } from '../../models/quality/edges.ts';
import { varianceOfLaplacian, countGreys } from '../../models/quality/grey.ts';
import sharp from 'sharp';
sharp.cache(false); sharp.concurrency(1);
const { front, back, selfie } = await drawCleanSpecimen();
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
for (const [n, f] of Object.entries({ front, back, selfie })) {
  const { image } = await decodeImage(f, { imagePixelsMax: 1e8, workingSidePixelsMax: 3000 } as any);
  console.log(n, image.width, image.height);
  const R = 60;
  const timed = async (name: string, fn: () => any) => { for (let i = 0; i < 20; i++) await fn(); const b = cpu(); let r; for (let i = 0; i < R; i++) r = await fn(); console.log('  ', name, ((cpu() - b) / R).toFixed(2), typeof r === 'object' ? JSON.stringify(r)?.slice(0, 60) : r); };
  await timed('decode', () => decodeImage(f, { imagePixelsMax: 1e8, workingSidePixelsMax: 3000 } as any).then(() => 0));
  await timed('measureQuality', () => measureQuality(image));
  await timed('scale640', () => scaleGrey(image, 640).then(() => 0));
  const g = await scaleGrey(image, 640);
  let burnt = 0; for (const v of g.values) if (v >= 250) burnt++;
  console.log('   burnt', burnt, g.values.length);
  const words = Array.from({ length: 40 }, (_, i) => ({ box: { x: 100 + (i % 8) * 60, y: 100 + Math.floor(i / 8) * 40, width: 50, height: 15 }, letterHeight: 12, sure: true }));
  await timed('textglare', () => findTextGlare(g, words as any));
  await timed('glareShare', () => glareShare(g));
  await timed('laplace', () => varianceOfLaplacian(g));
  await timed('counts', () => countGreys(g.values).length);
  await timed('edges', () => hasPlainEdges(image, 960));
}
for (const [n, f] of Object.entries({ front, back, selfie })) { const { image } = await decodeImage(f, { imagePixelsMax: 1e8, workingSidePixelsMax: 3000 } as any); console.log(n, (await measureQuality(image)).glareShare); }
