import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

const PROGRAM = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');

prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(PROGRAM)).buffer } });

export type DrawnFormat = 'PDF417' | 'QRCode' | 'Aztec' | 'DataMatrix' | 'Code128' | 'Code39';

/** A symbol as a black and white PNG with its quiet zone, `scale` pixels per module. Bytes over 127 need a `Uint8Array`. */
export async function drawBarcode(format: DrawnFormat, content: string | Uint8Array, scale = 3): Promise<Buffer> {
  const { image, error } = await writeBarcode(content, {
    format: format === 'Aztec' ? 'AztecCode' : format,
    scale,
    ...(format === 'PDF417' && { ecLevel: '5' }),
  });
  if (!image) throw new Error(`no ${format}: ${error}`);
  return Buffer.from(await image.arrayBuffer());
}
