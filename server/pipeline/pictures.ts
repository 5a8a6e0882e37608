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
import type { Vault } from '../vault/vault.ts';
import type { StoredDocument } from '../verifications/types.ts';
import type { Memoize } from './memoize.ts';

/**
 * The decoded pictures of one verification while it runs, and what engines say of them: each file is opened and each engine asked once,
 * however many steps ask. Nothing of this is kept: after a restart it is made again from the sealed file.
 */
export interface Pictures {
  /** Throws `EngineError('bad_input')` where the file gives no picture. */
  decode(document: StoredDocument): Promise<PictureFacts>;
  /** Gives the picture to `work`, which may read its pixels until it has ended. */
  look<T>(document: StoredDocument, work: (image: RasterImage) => Promise<T>): Promise<T>;
  measure(document: StoredDocument): Promise<QualityMeasures>;
  zone(document: StoredDocument): Promise<MrzRecognition | null>;
  faces(document: StoredDocument, search: FaceSearch): Promise<FaceReading>;
  /** The run is over: nothing is looked at any more, and what was lent for pixels goes back as soon as nobody reads them. */
  close(): void;
}

/** What is known of a decoded picture beside its pixels. */
export type PictureFacts = Pick<DecodedImage, 'original' | 'damaged'> & { size: { width: number; height: number } };

export function createPictures(deps: {
  vault: Vault;
  engines: Engines;
  memoize: Memoize;
  verificationId: string;
}): Pictures {
  const { vault, engines, memoize, verificationId } = deps;
  const loans = createLoans();
  const open = (document: StoredDocument): Promise<DecodedImage> =>
    memoize(`decode ${document.id}`, async () => {
      const file = await vault.readFile(verificationId, document.id);
      if (document.mediaType === 'application/pdf') {
        return fromPdf(await engines.pdf.render(file, (document.page ?? 1) - 1));
      }
      const decoded = await engines.image.decode(file, { lent: true });
      if (decoded.giveBack) loans.take(decoded.giveBack);
      return decoded;
    });
  const look: Pictures['look'] = (document, work) =>
    loans.during(async () => {
      const { image } = await open(document);
      return work(image).catch((error: unknown) => {
        // The thread that is being ended may still read, and so may another engine that was asked beside it.
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
    // A selfie has no text that an edge could cut; one whose type nobody told may be a document.
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

/** A rendered page has no header of its own: its size is the one it was rendered at. */
function fromPdf(image: RasterImage): DecodedImage {
  return { image, original: { format: 'png', width: image.width, height: image.height }, damaged: false };
}

/** The memory that was lent to the pictures of one run, and who works with it. */
interface Loans {
  /** While `work` is under way nothing goes back. Throws once the run is over. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** How something goes back that was lent. */
  take(giveBack: () => void): void;
  /** Nothing goes back any more, since somebody may read on who cannot be waited for. */
  forgo(): void;
  /** The run is over: what was lent goes back as soon as nobody works with it. */
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
