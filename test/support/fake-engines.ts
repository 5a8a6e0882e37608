import { embeddingLengthOf, SHIPPED_FACE_NETS } from '../../models/face/nets.ts';
import {
  type BarcodeFormat,
  EngineError,
  type Engines,
  type Face,
  type FrameMeasure,
  type QualityMeasures,
  type RasterImage,
  type Showing,
  type TextPage,
} from '../../models/ports.ts';
import { type HeadPose, headMeasure } from './heads.ts';
import { zoneAmong } from './zone.ts';

/** What the fake engines find in a fake file: the file contains it. */
export interface FakeContent {
  width?: number;
  height?: number;
  damaged?: boolean;
  /** `bad_input` at decoding, as for a file with destroyed pixels. */
  undecodable?: boolean;
  /** Every call of the text engine on this file fails so. */
  textFailure?: 'timeout' | 'crashed' | 'unavailable';
  lines?: string[];
  /** What the second text engine reads; nothing by default. */
  secondLines?: string[];
  /** The probability of each character of an MRZ among the lines. */
  zoneProbability?: number;
  /** The text of each barcode; a PDF417 by default. */
  barcodes?: (string | { format: BarcodeFormat; text: string })[];
  /** Direction of each face's embedding, in radians: the cosine of the difference is the similarity. */
  faces?: number[];
  /** How the first face holds its head in a frame of a challenge; by default it looks into the camera. */
  head?: HeadPose;
  quality?: Partial<QualityMeasures>;
  /** Pages of a PDF, a TIFF or an animation; 1 by default. */
  pages?: number;
  /** What each page of a PDF shows, from page 0; by default all pages show the same. */
  onPage?: FakeContent[];
  /** A PDF's own text, page by page; the other pages have none. */
  ownText?: string[][];
  encrypted?: boolean;
  /** How a picture that was made for display was shown. */
  shown?: Showing;
}

/** The first bytes of a file of each type. */
const MARKS = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  webp: Buffer.from('RIFF0000WEBP'),
  tiff: Buffer.from('II*\0'),
  pdf: Buffer.from('%PDF-1.7 '),
};

/** The face engine's report on the backends that it does not use. */
const REFUSED = [
  { backend: 'gpu' as const, reason: 'This computer has no usable graphics processor.' },
  { backend: 'native' as const, reason: 'It failed during use: It stopped.' },
];

/** A file whose first bytes look like its type, followed by its content for the fake engines. Blanks may follow. */
export function fakeFile(content: FakeContent = {}, type: keyof typeof MARKS = 'jpeg'): Buffer {
  return Buffer.concat([MARKS[type], Buffer.from(JSON.stringify(content))]);
}

function contentOf(bytes: Uint8Array): FakeContent {
  const buffer = Buffer.from(bytes);
  const mark = Object.values(MARKS).find((start) => buffer.subarray(0, start.length).equals(start));
  if (!mark) throw new EngineError('bad_input', 'no header');
  try {
    return JSON.parse(buffer.subarray(mark.length).toString()) as FakeContent;
  } catch (cause) {
    throw new EngineError('bad_input', 'no header', cause);
  }
}

const contentOfImage = (image: RasterImage): FakeContent => JSON.parse(Buffer.from(image.pixels).toString());

/** The picture of a content: its pixels hold the content as JSON. */
function drawn(content: FakeContent): { image: RasterImage; damaged: boolean } {
  const { width = 1200, height = 800, undecodable, damaged = false } = content;
  if (undecodable) throw new EngineError('bad_input', 'nothing can be decoded');
  return { image: { width, height, pixels: Buffer.from(JSON.stringify(content)) }, damaged };
}

/** Clears the pixels when they are returned, so a later read finds nothing. They may be returned only once. */
function wiping({ pixels }: RasterImage): () => void {
  return () => {
    if (pixels.every((value) => value === 0)) throw new Error('what was lent went back twice');
    pixels.fill(0);
  };
}

/** The model of the fake face engine. */
export const FAKE_FACE_MODEL = { name: 'fake face', version: '1' };

/** Faces side by side, each a little smaller. */
function faceAt(angle: number, index: number): Face {
  const embedding = new Array<number>(embeddingLengthOf(SHIPPED_FACE_NETS)).fill(0);
  embedding[0] = Math.cos(angle);
  embedding[1] = Math.sin(angle);
  const side = 300 - index;
  return {
    box: { x: 10 + 310 * index, y: 10, width: side, height: side },
    score: 0.99,
    embedding,
    antispoof: 0.9,
    liveness: 0.8,
  };
}

export type EngineCall = 'image' | 'pdf' | 'quality' | 'text' | 'secondText' | 'mrz' | 'barcode' | 'face' | 'liveness';

/**
 * Engines that answer at once with what `fakeFile` wrote. They keep the ports' promises (types, error kinds) and serve
 * only tests of the code around the engines. `delayMs` is the duration of each call of the pipeline. `before` runs
 * ahead of each call; it may count the call, delay it, or throw the error that the call fails with.
 */
export function fakeEngines(
  options: { delayMs?: number; before?: (call: EngineCall) => Promise<void> | void } = {},
): Engines {
  const begin = async (call: EngineCall): Promise<void> => {
    await options.before?.(call);
    if (options.delayMs) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
  };
  let closed = false;
  return {
    image: {
      async inspect(head) {
        const { width = 1200, height = 800, pages = 1 } = contentOf(head);
        return { format: 'jpeg', width, height, pages };
      },
      async decode(file, { lent = false } = {}) {
        await begin('image');
        const { image, damaged } = drawn(contentOf(file));
        const { width, height } = image;
        const decoded = { image, original: { format: 'jpeg' as const, width, height }, damaged };
        return lent ? { ...decoded, giveBack: wiping(image) } : decoded;
      },
      async decodeJpeg2000(file) {
        await begin('image');
        return drawn(contentOf(file)).image;
      },
      async show(image, showing) {
        await begin('image');
        return fakeFile({ ...contentOfImage(image), shown: showing });
      },
    },
    pdf: {
      async inspect(file) {
        const { pages = 1, encrypted = false } = contentOf(file);
        return { pageCount: pages, encrypted };
      },
      async render(file, page = 0) {
        await begin('pdf');
        const content = contentOf(file);
        if (content.encrypted || page >= (content.pages ?? 1)) throw new EngineError('bad_input', 'no such page');
        return drawn(content.onPage?.[page] ?? content).image;
      },
      async text(file, { pagesMax }) {
        await begin('pdf');
        const { pages: pageCount = 1, ownText = [], encrypted, undecodable } = contentOf(file);
        if (encrypted || undecodable) throw new EngineError('bad_input', 'nothing can be read');
        const length = Math.min(pageCount, pagesMax);
        return { pageCount, pages: Array.from({ length }, (_, page) => ({ lines: ownText[page] ?? [] })) };
      },
    },
    quality: {
      async measure(image, { cutText: asked } = { cutText: true }) {
        await begin('quality');
        const { cutText, text: _, ...rest } = contentOfImage(image).quality ?? {};
        return { sharpness: 1000, brightness: 140, glareShare: 0, ...rest, ...(asked && cutText && { cutText }) };
      },
      async measureText(image) {
        await begin('quality');
        return contentOfImage(image).quality?.text ?? null;
      },
    },
    text: {
      async read(image) {
        await begin('text');
        const { lines = [], textFailure } = contentOfImage(image);
        if (textFailure) throw new EngineError(textFailure, 'as the file asked for');
        return pageOf(lines, 'fake text');
      },
    },
    secondText: {
      async read(image) {
        await begin('secondText');
        return pageOf(contentOfImage(image).secondLines ?? [], 'fake second text');
      },
    },
    mrz: {
      async read(image) {
        await begin('mrz');
        return zoneOf(contentOfImage(image));
      },
    },
    barcode: {
      async read(image) {
        await begin('barcode');
        const { barcodes = [] } = contentOfImage(image);
        return {
          barcodes: barcodes.map((barcode) => ({
            ...(typeof barcode === 'string' ? { format: 'PDF417', text: barcode } : barcode),
            quad: [
              { x: 40, y: 600 },
              { x: 640, y: 600 },
              { x: 640, y: 760 },
              { x: 40, y: 760 },
            ],
          })),
          engine: { name: 'fake barcode', version: '1' },
        };
      },
    },
    face: {
      model: FAKE_FACE_MODEL,
      async recognise(image) {
        await begin('face');
        const { faces = [] } = contentOfImage(image);
        return { faces: faces.map(faceAt), model: FAKE_FACE_MODEL };
      },
    },
    liveness: {
      model: FAKE_FACE_MODEL,
      async measure(jpegs, { embeddings = true } = {}) {
        await begin('liveness');
        return jpegs.map((jpeg) => frameOf(jpeg, embeddings));
      },
    },
    warm: async () => {},
    states: () =>
      (['image', 'pdf', 'quality', 'text', 'second_text', 'mrz', 'barcode', 'face'] as const).map((engine) =>
        closed
          ? { engine, state: 'failed', problem: 'closed' }
          : { engine, state: 'ready', ...(engine === 'face' && { backend: 'wasm', refused: REFUSED }) },
      ),
    useLanguages: async () => {},
    close: async () => {
      closed = true;
    },
  };
}

function frameOf(jpeg: Uint8Array, embeddings: boolean): FrameMeasure {
  const { faces = [], head = {}, width = 640, height = 480 } = contentOf(jpeg);
  const [largest] = faces.map(faceAt);
  const measure = headMeasure(head, jpeg, embeddings && largest ? largest.embedding : null);
  return { ...measure, width, height, faces: faces.length, face: largest ? measure.face : null };
}

function zoneOf({ lines = [], zoneProbability }: FakeContent) {
  const zone = zoneAmong(lines);
  if (!zone || zoneProbability === undefined) return zone;
  return { ...zone, probabilities: zone.probabilities.map((line) => line.map(() => zoneProbability)) };
}

function pageOf(lines: readonly string[], name: string): TextPage {
  return {
    lines: lines.map((text, row) => {
      const box = { x: 40, y: 40 + row * 40, width: 20 * text.length, height: 28 };
      return { text, confidence: 0.95, box, words: wordsOf(text, box.y) };
    }),
    confidence: lines.length > 0 ? 0.95 : 0,
    engine: { name, version: '1', languages: ['eng'] },
  };
}

function wordsOf(text: string, y: number) {
  let x = 40;
  return text.split(' ').map((word) => {
    const box = { x, y, width: 20 * word.length, height: 28 };
    x += box.width + 20;
    return { text: word, confidence: 0.95, box };
  });
}
