import { EngineError, type Engines, type Face, type QualityMeasures, type RasterImage } from '../../models/ports.ts';

/** What the fake engines find in a fake file: the file says it itself. */
export interface FakeContent {
  width?: number;
  height?: number;
  damaged?: boolean;
  /** `bad_input` at decoding, as for a file whose pixels are destroyed. */
  undecodable?: boolean;
  /** Every call of the text engine on it ends so. */
  textFailure?: 'timeout' | 'crashed' | 'unavailable';
  lines?: string[];
  /** Direction of each face's embedding, in radians: the cosine of the difference is the likeness. */
  faces?: number[];
  quality?: Partial<QualityMeasures>;
}

const MARK = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

/** A file that looks like a JPEG by its first bytes and tells the fake engines what is in it. */
export function fakeFile(content: FakeContent = {}): Buffer {
  return Buffer.concat([MARK, Buffer.from(JSON.stringify(content))]);
}

function contentOf(bytes: Uint8Array): FakeContent {
  const buffer = Buffer.from(bytes);
  if (!buffer.subarray(0, MARK.length).equals(MARK)) throw new EngineError('bad_input', 'no header');
  try {
    return JSON.parse(buffer.subarray(MARK.length).toString()) as FakeContent;
  } catch (cause) {
    throw new EngineError('bad_input', 'no header', cause);
  }
}

const contentOfImage = (image: RasterImage): FakeContent => JSON.parse(Buffer.from(image.pixels).toString());

function faceAt(angle: number, index: number): Face {
  const embedding = new Array<number>(1024).fill(0);
  embedding[0] = Math.cos(angle);
  embedding[1] = Math.sin(angle);
  const side = 300 - index;
  return { box: { x: 10, y: 10, width: side, height: side }, score: 0.99, embedding, antispoof: 0.9, liveness: 0.8 };
}

/**
 * Engines that answer at once with what `fakeFile` wrote. They keep the ports' promises (types, error kinds) and stand only in tests of
 * what lies around the engines; `delayMs` makes each call take that long.
 */
export function fakeEngines(options: { delayMs?: number } = {}): Engines {
  const wait = async (): Promise<void> => {
    if (options.delayMs) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
  };
  let closed = false;
  return {
    image: {
      async inspect(head) {
        const { width = 1200, height = 800 } = contentOf(head);
        return { format: 'jpeg', width, height };
      },
      async decode(file) {
        await wait();
        const content = contentOf(file);
        const { width = 1200, height = 800 } = content;
        if (content.undecodable) throw new EngineError('bad_input', 'nothing can be decoded');
        const pixels = Buffer.from(JSON.stringify(content));
        return {
          image: { width, height, pixels },
          original: { format: 'jpeg', width, height },
          damaged: content.damaged ?? false,
        };
      },
    },
    pdf: {
      inspect: async () => ({ pageCount: 1, encrypted: false }),
      async render() {
        throw new EngineError('bad_input', 'the fake engines render nothing');
      },
    },
    quality: {
      async measure(image) {
        await wait();
        return { sharpness: 1000, brightness: 140, glareShare: 0, ...contentOfImage(image).quality };
      },
    },
    text: {
      async read(image) {
        await wait();
        const { lines = [], textFailure } = contentOfImage(image);
        if (textFailure) throw new EngineError(textFailure, 'as the file asked for');
        return {
          lines: lines.map((text, row) => {
            const box = { x: 40, y: 40 + row * 40, width: 20 * text.length, height: 28 };
            return { text, confidence: 0.95, box, words: wordsOf(text, box.y) };
          }),
          confidence: lines.length > 0 ? 0.95 : 0,
          engine: { name: 'fake text', version: '1', languages: ['eng'] },
        };
      },
    },
    face: {
      async recognise(image) {
        await wait();
        const { faces = [] } = contentOfImage(image);
        return { faces: faces.map(faceAt), model: { name: 'fake face', version: '1' } };
      },
    },
    warm: async () => {},
    states: () =>
      (['image', 'pdf', 'quality', 'text', 'face'] as const).map((engine) =>
        closed ? { engine, state: 'failed', problem: 'closed' } : { engine, state: 'ready' },
      ),
    close: async () => {
      closed = true;
    },
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
