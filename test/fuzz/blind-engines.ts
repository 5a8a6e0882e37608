import type { Engines, ImageEngine, PdfEngine, QualityEngine, TextEngine } from '../../models/ports.ts';
import { fakeEngines } from '../support/fake-engines.ts';

const blind: TextEngine = {
  read: async () => ({ lines: [], confidence: 0, engine: { name: 'blind', version: '1', languages: [] } }),
};

const BLIND = { name: 'blind', version: '1' };

/** Engines that really open files but find nothing in them. A run of hostile files needs no more. */
export function blindEngines(real: { image?: ImageEngine; pdf?: PdfEngine; quality: QualityEngine }): Engines {
  return {
    ...fakeEngines(),
    ...real,
    text: blind,
    secondText: blind,
    mrz: { read: async () => null },
    barcode: { read: async () => ({ barcodes: [], engine: BLIND }) },
    face: { model: BLIND, recognise: async () => ({ faces: [], model: BLIND }) },
  };
}
