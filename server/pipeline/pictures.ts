import {
  type DecodedImage,
  EngineError,
  type Engines,
  type FaceReading,
  type FaceSearch,
  type MrzRecognition,
  type QualityMeasures,
  type RasterImage,
} from '../../models/ports.ts';
import { BINARY, type StoredMediaType } from '../lib/media-type.ts';
import type { Vault } from '../vault/vault.ts';
import type { StoredDocument } from '../verifications/types.ts';
import type { Memoize } from './memoize.ts';
import { decodeSourceFace } from './source-face.ts';

/** A document, or DG2 of a chip. */
export interface PictureFile extends Pick<StoredDocument, 'id' | 'type' | 'page'> {
  mediaType: StoredMediaType;
}

/**
 * The decoded pictures of one verification while it runs, and the engines' results for them. Each file is opened once and each engine called once,
 * however many steps ask. Nothing of this is stored: after a restart it is made again from the encrypted file.
 */
export interface Pictures {
  /** Throws `EngineError('bad_input')` if the file gives no picture. */
  decode(document: PictureFile): Promise<PictureFacts>;
  /** Passes the picture to `work`, which may read its pixels until it ends. */
  look<T>(document: PictureFile, work: (image: RasterImage) => Promise<T>): Promise<T>;
  measure(document: PictureFile): Promise<QualityMeasures>;
  zone(document: PictureFile): Promise<MrzRecognition | null>;
  faces(document: PictureFile, search: FaceSearch): Promise<FaceReading>;
  /** Ends the run: nothing more is examined, and memory lent for pixels is released once no work reads it. */
  close(): void;
}

/** What is known of a decoded picture besides its pixels. */
export type PictureFacts = Pick<DecodedImage, 'original' | 'damaged'> & { size: { width: number; height: number } };

export function createPictures(deps: {
  vault: Vault;
  engines: Engines;
  memoize: Memoize;
  verificationId: string;
}): Pictures {
  const { vault, engines, memoize, verificationId } = deps;
  const loans = createLoans();
  const open = (document: PictureFile): Promise<DecodedImage> =>
    memoize(`decode ${document.id}`, async () => {
      const file = await vault.readFile(verificationId, document.id);
      if (document.mediaType === 'application/pdf') {
        return fromPdf(await engines.pdf.render(file, (document.page ?? 1) - 1));
      }
      if (document.mediaType === BINARY) return decodeSourceFace(engines.image, file);
      const decoded = await engines.image.decode(file, { lent: true });
      if (decoded.giveBack) loans.take(decoded.giveBack);
      return decoded;
    });
  const look: Pictures['look'] = (document, work) =>
    loans.during(async () => {
      const { image } = await open(document);
      return work(image).catch((error: unknown) => {
        // The thread that is being terminated may still read, and so may another engine called at the same time.
        loans.forgo();
        throw error;
      });
    });
  return {
    async decode(document) {
      const { image, original, damaged } = await loans.during(() => open(document));
      return { original, damaged, size: { width: image.width, height: image.height } };
    },
    look,
    // A selfie has no text that an edge could cut. A file of unknown type may be a document.
    measure: (document) =>
      memoize(`measure ${document.id}`, () =>
        look(document, (image) => engines.quality.measure(image, { cutText: document.type !== 'selfie' })),
      ),
    zone: (document) => memoize(`zone ${document.id}`, () => look(document, engines.mrz.read)),
    faces: (document, search) =>
      memoize(`faces ${document.id} ${search.within} ${search.turn}`, () =>
        look(document, (image) => engines.face.recognise(image, search)),
      ),
    close: loans.close,
  };
}

/** A rendered page has no header: its size is the one at which it was rendered. */
function fromPdf(image: RasterImage): DecodedImage {
  return { image, original: { format: 'png', width: image.width, height: image.height }, damaged: false };
}

/** The memory lent to the pictures of one run, and the work that uses it. */
interface Loans {
  /** Nothing is released while `work` runs. Throws once the run is over. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Registers how to release something that was lent. */
  take(giveBack: () => void): void;
  /** Nothing is released any more, because a reader may remain that cannot be awaited. */
  forgo(): void;
  /** Ends the run: what was lent is released once no work uses it. */
  close(): void;
}

function createLoans(): Loans {
  let taken: (() => void)[] = [];
  let working = 0;
  let closed = false;
  const settle = (): void => {
    if (closed && working === 0) for (const giveBack of taken.splice(0)) giveBack();
  };
  return {
    async during(work) {
      if (closed) throw new EngineError('crashed', 'The run of this verification has ended.');
      working += 1;
      try {
        return await work();
      } finally {
        working -= 1;
        settle();
      }
    },
    take: (giveBack) => void taken.push(giveBack),
    forgo() {
      taken = [];
    },
    close() {
      closed = true;
      settle();
    },
  };
}
