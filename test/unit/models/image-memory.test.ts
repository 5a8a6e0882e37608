import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeImage } from '../../../models/image/decode.ts';
import { turnImage } from '../../../models/image/turn.ts';
import { inWholeRunAlone } from '../../support/long.ts';

const MIB = 2 ** 20;
const ROUNDS = 30;
const side = 1500;

test('decoding and turning again and again keep no picture in memory', inWholeRunAlone('2 s'), async () => {
  const file = await sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const work = async (): Promise<void> => {
    const { image } = await decodeImage(file, { imagePixelsMax: 5e7, workingSidePixelsMax: 3000 });
    await turnImage(image, 180);
  };
  for (let i = 0; i < 5; i++) await work();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < ROUNDS; i++) await work();
  const grown = process.memoryUsage().rss - before;
  const pictures = (ROUNDS * 2 * side * side * 3) / MIB;
  expect(grown / MIB).toBeLessThan(pictures / 3);
});
