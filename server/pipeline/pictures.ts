import type {
  DecodedImage,
  Engines,
  FaceReading,
  FaceSearch,
  QualityMeasures,
  RasterImage,
  ZoneReading,
} from '../../models/ports.ts';
import type { Vault } from '../vault/vault.ts';
import type { StoredDocument } from '../verifications/types.ts';
import type { Once } from './once.ts';

/**
 * The decoded pictures of one verification while it runs, and what engines say of them: each file is opened and each engine asked once,
 * however many steps ask. Nothing of this is kept: after a restart it is made again from the sealed file.
 */
export interface Pictures {
  /** Throws `EngineError('bad_input')` where the file gives no picture. */
  decode(document: StoredDocument): Promise<DecodedImage>;
  measure(document: StoredDocument): Promise<QualityMeasures>;
  zone(document: StoredDocument): Promise<ZoneReading | null>;
  faces(document: StoredDocument, search: FaceSearch): Promise<FaceReading>;
}

export function createPictures(deps: { vault: Vault; engines: Engines; once: Once; verificationId: string }): Pictures {
  const { vault, engines, once, verificationId } = deps;
  const decode = (document: StoredDocument) =>
    once(`decode ${document.id}`, async () => {
      const file = await vault.readFile(verificationId, document.id);
      return document.mediaType === 'application/pdf'
        ? fromPdf(await engines.pdf.render(file))
        : engines.image.decode(file);
    });
  const imageOf = async (document: StoredDocument) => (await decode(document)).image;
  return {
    decode,
    // A selfie has no text that an edge could cut; one whose type nobody told may be a document.
    measure: (document) =>
      once(`measure ${document.id}`, async () =>
        engines.quality.measure(await imageOf(document), { cutText: document.type !== 'selfie' }),
      ),
    zone: (document) => once(`zone ${document.id}`, async () => engines.mrz.read(await imageOf(document))),
    faces: (document, search) =>
      once(`faces ${document.id} ${search.within} ${search.turn}`, async () =>
        engines.face.recognise(await imageOf(document), search),
      ),
  };
}

/** A rendered page has no header of its own: its size is the one it was rendered at. */
function fromPdf(image: RasterImage): DecodedImage {
  return { image, original: { format: 'png', width: image.width, height: image.height }, damaged: false };
}
