import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import type { PictureBox, ViewedDocument } from '../../parts/viewer/picture.ts';
import { documentLabel, fieldLabel } from '../../text/text.ts';

type DocumentAnswer = VerificationAnswer['documents'][number];
type Box = Omit<PictureBox, 'key' | 'label'>;

/** Returns a record's files for the viewer, current ones first. */
export function viewedDocuments({ documents, ocr }: Pick<VerificationAnswer, 'documents' | 'ocr'>): ViewedDocument[] {
  return documents
    .toSorted((a, b) => Number(a.replaced_by !== null) - Number(b.replaced_by !== null))
    .map((document) => ({
      id: document.id,
      label: document.type === 'unknown' && document.name ? document.name : documentLabel(document),
      pages: document.pages,
      turn: document.turn,
      boxes: boxesOf(document, ocr),
      replaced: document.replaced_by !== null,
    }));
}

/** Returns what was found on a file: each field at each source, its MRZ, its barcodes and its faces. */
function boxesOf({ id, boxes, turn }: DocumentAnswer, ocr: VerificationAnswer['ocr']): PictureBox[] {
  const named = (key: string, box: Box): PictureBox => {
    const { x, y, width, height } = box;
    return { key, label: fieldLabel(key), x, y, width, height };
  };
  const wide = (['mrz', 'barcodes', 'faces'] as const).flatMap((key) => boxes[key].map((box) => named(key, box)));
  const fields = Object.entries(boxes.fields).map(([field, box]) => named(field, box));
  const others = Object.values(ocr)
    .flatMap(({ sources = {} }) => Object.entries(sources))
    .flatMap(([field, { printed, mrz, barcode }]) =>
      [printed, mrz, barcode].flatMap((source) =>
        // A box from another orientation of the picture would be drawn in the wrong place.
        source?.box && source.document_id === id && (source.box.turn ?? 0) === turn ? [named(field, source.box)] : [],
      ),
    )
    .filter((box) => !fields.some((known) => known.key === box.key && isSame(known, box)));
  // Small boxes are above large ones, so a pointer reaches them.
  return [...wide, ...fields, ...others];
}

const isSame = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < 1e-3;
