import type { DecodedImage, Engines, FaceReading, FaceSearch, RasterImage } from '../../models/ports.ts';
import type { Vault } from '../vault/vault.ts';
import type { StoredDocument } from '../verifications/types.ts';

/**
 * The decoded pictures of one verification while it runs: each file is opened and each face looked for once, however many steps ask.
 * Nothing of this is kept: after a restart it is made again from the sealed file.
 */
export interface Pictures {
  /** Throws `EngineError('bad_input')` where the file gives no picture. */
  decode(document: StoredDocument): Promise<DecodedImage>;
  faces(document: StoredDocument, search: FaceSearch): Promise<FaceReading>;
}

export function createPictures(deps: { vault: Vault; engines: Engines; verificationId: string }): Pictures {
  const { vault, engines, verificationId } = deps;
  const decoded = new Map<string, Promise<DecodedImage>>();
  const faces = new Map<string, Promise<FaceReading>>();
  const decode = (document: StoredDocument) =>
    once(decoded, document.id, async () => {
      const file = await vault.readFile(verificationId, document.id);
      return document.mediaType === 'application/pdf'
        ? fromPdf(await engines.pdf.render(file))
        : engines.image.decode(file);
    });
  return {
    decode,
    faces: (document, search) =>
      once(faces, `${document.id} ${search.within} ${search.turn}`, async () =>
        engines.face.recognise((await decode(document)).image, search),
      ),
  };
}

/** A rendered page has no header of its own: its size is the one it was rendered at. */
function fromPdf(image: RasterImage): DecodedImage {
  return { image, original: { format: 'png', width: image.width, height: image.height }, damaged: false };
}

function once<T>(kept: Map<string, Promise<T>>, id: string, make: () => Promise<T>): Promise<T> {
  const before = kept.get(id);
  if (before) return before;
  const made = make();
  kept.set(id, made);
  return made;
}
