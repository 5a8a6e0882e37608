import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { expect, test, vi } from 'vitest';
import { renderPdf } from '../../../models/pdf/render.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { pdfPage } from './pdf-file.ts';

const LIMITS = { imagePixelsMax: 50_000_000, renderDpi: 200, workingSidePixelsMax: 3_000 };

test(
  'a page of very many lines is drawn a few at a time, so that its thread can be ended',
  inWholeRunAlone('10 s'),
  async () => {
    const context = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')) as SKRSContext2D;
    const { getImageData } = context;
    const tookMs: number[] = [];
    using _ = vi.spyOn(context, 'getImageData').mockImplementation(function (this: SKRSContext2D, ...of) {
      const begin = process.threadCpuUsage();
      const image = getImageData.apply(this, of);
      const { user, system } = process.threadCpuUsage(begin);
      tookMs.push((user + system) / 1000);
      return image;
    });
    await renderPdf(new Uint8Array(pdfPage('0 0 m 600 700 l S '.repeat(20_000))), LIMITS);
    const all = tookMs.reduce((sum, ms) => sum + ms, 0);
    expect(Math.max(...tookMs)).toBeLessThan(all / 2);
  },
);
