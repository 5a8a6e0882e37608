import { readdirSync, readFileSync } from 'node:fs';
import { decodeImage } from '../../models/image/decode.ts';
import { startReader } from '../../models/barcode/reader.ts';
import { readPicture } from '../../models/barcode/read.ts';
await startReader('models/weights');
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
for (const dir of process.argv.slice(2)) {
  const files = readdirSync(dir, { recursive: true }).map(String).filter((f) => /\.(png|jpe?g|webp)$/i.test(f)).sort();
  let spent = 0; let n = 0; const found: string[] = [];
  for (const f of files) { try { const { image } = await decodeImage(readFileSync(`${dir}/${f}`), { imagePixelsMax: 1e8, workingSidePixelsMax: 3000 } as any); const t = cpu(); const b = await readPicture(image); spent += cpu() - t; n++; for (const x of b) found.push(`${f}:${x.format}:${x.text.length}`); } catch (e) { console.log(f, String(e).slice(0, 80)); } }
  console.log(dir, n, 'pictures', (spent / n).toFixed(1), 'ms', found.length, found.join(' '));
}
