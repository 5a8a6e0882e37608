import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createTextEngine, type TextEngineOptions } from '../../models/ocr/engine.ts';
import type { RasterImage } from '../../models/ports.ts';
import { must } from '../../server/lib/assert.ts';
import { addedLanguages, addLanguages, refuseOlderLanguages } from '../../server/updates/languages.ts';
import { openPack } from '../../server/updates/read-pack.ts';
import { tempFolder } from '../support/folder.ts';
import { write } from '../support/specimens/paper.ts';
import { makeMaker, writePack } from '../support/update-packs.ts';

const ENGLISH = fileURLToPath(
  new URL('../../node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz', import.meta.url),
);
const NOW = 1_700_000_000_000;
const DAY_MS = 24 * 3600 * 1000;
const maker = makeMaker();
const trust = { publicKeys: [maker.publicKey], nowMs: NOW + DAY_MS };

async function addTo(data: string, folder: string, nowMs: number): Promise<string> {
  const path = join(folder, `${nowMs}.custos-update`);
  await writePack(path, maker, { languages: [ENGLISH], nowMs });
  using pack = await openPack(path, trust);
  refuseOlderLanguages(data, pack.manifest, trust.publicKeys);
  expect(await addLanguages(data, pack)).toEqual(['eng']);
  return pack.manifest.id;
}

async function drawText(): Promise<RasterImage> {
  const canvas = createCanvas(900, 160);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 900, 160);
  write({ canvas, context }, 'The harbour office is closed', 40, 95, { sizePixels: 48, color: '#000' });
  const { data, info } = await sharp(canvas.toBuffer('image/png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** With only the added language data. */
function engineOf(data: string, empty: string, options: Partial<TextEngineOptions> = {}) {
  const added = addedLanguages(data, trust.publicKeys);
  return createTextEngine({
    languageDir: empty,
    languages: ['eng'],
    addedLanguages: added,
    workers: 1,
    timeoutMs: 60_000,
    loadTimeoutMs: 60_000,
    ...options,
  });
}

it('a language that an update pack brought is read with, verified by signature and hash at each start', async () => {
  using folder = tempFolder();
  const [data, empty] = [join(folder.path, 'data'), join(folder.path, 'empty')];
  for (const each of [data, empty]) mkdirSync(each);
  await addTo(data, folder.path, NOW);
  const engine = engineOf(data, empty);
  const { lines } = await engine.read(await drawText());
  await engine.close();
  expect(lines.map(({ text }) => text).join(' ')).toContain('harbour office is closed');

  // No trusted key signed it any longer.
  expect(addedLanguages(data, [makeMaker().publicKey])).toEqual([]);
  const unknown = engineOf(data, empty, { addedLanguages: addedLanguages(data, []) });
  await expect(unknown.warm()).rejects.toMatchObject({ failure: 'unavailable' });
  await unknown.close();

  // A newer pack replaces it; an older one does not.
  const newer = await addTo(data, folder.path, NOW + 1000);
  expect(readdirSync(join(data, 'languages'))).toEqual([`eng-${newer}`]);
  await expect(addTo(data, folder.path, NOW)).rejects.toMatchObject({ code: 'update_invalid' });

  const { path } = must(addedLanguages(data, trust.publicKeys)[0], 'it was added');
  const bytes = readFileSync(path);
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const damaged = engineOf(data, empty);
  await expect(damaged.warm()).rejects.toThrow('"eng" is damaged. Apply its update package again');
  await damaged.close();
});
