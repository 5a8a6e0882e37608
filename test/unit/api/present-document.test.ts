import { expect, test } from 'vitest';
import { presentDocument } from '../../../server/api/present-document.ts';
import type { DocumentReading, FacePlace } from '../../../server/checks/types.ts';
import { must } from '../../../server/lib/assert.ts';
import type { StoredDocument, Verification } from '../../../server/verifications/types.ts';
import { field, mrz, passport } from '../checks/samples.ts';

const BOX = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 };

/** A record with one document, with what was read and found in it. */
function present(reading: Partial<DocumentReading> | null, faces: Omit<FacePlace, 'document_id' | 'compared'>[] = []) {
  const document: StoredDocument = {
    id: 'doc_1',
    position: 0,
    mediaType: 'image/jpeg',
    sizeBytes: 1,
    name: null,
    type: 'passport',
    side: null,
    sha256: '',
  };
  const results: Verification['results'] = {
    ...(reading && { read: { documents: [passport({ document_id: 'doc_1', ...reading })] } }),
    face: {
      ...{ passed: true, findings: [], score: 1, threshold: 0.5, review_from: 0.4, model: null },
      faces: faces.map((face) => ({ document_id: 'doc_1', compared: true, ...face })),
    },
  };
  const { pages, turn, boxes } = presentDocument(document, {
    results,
    documents: [document],
  } as unknown as Verification);
  return { pages, turn, boxes };
}

test('a document lies as its text was read, and all its boxes are of the picture turned so', () => {
  const reading = {
    turn: 90,
    fields: { last_name: field('ROSSI', { box: BOX }), sex: field('F') },
    mrz: mrz({ boxes: [BOX, BOX] }),
    barcodes: [
      { format: 'PDF417', kind: 'unknown', box: BOX } as const,
      { format: 'QRCode', kind: 'unknown' } as const,
    ],
  } as const;
  const { turn, boxes } = present({ ...reading, barcodes: [...reading.barcodes] }, [
    { of: 'reference', box: BOX, turn: 90 },
    { of: 'reference', box: BOX },
  ]);
  expect(turn).toBe(90);
  expect(boxes.fields).toEqual({ last_name: BOX });
  expect(boxes.mrz).toEqual([BOX, BOX]);
  expect(boxes.barcodes).toEqual([BOX]);
  const [first, second] = boxes.faces;
  expect(first).toEqual({ ...BOX, of: 'reference', compared: true });
  // The face was found in the picture before it was turned.
  expect(must(second, 'both are told')).toMatchObject({ x: 0.7, y: 0.1, width: 0.1, height: 0.3 });
});

test('a selfie lies as its face does', () => {
  const { turn, boxes } = present(null, [{ of: 'selfie', box: BOX, turn: 180 }]);
  expect(turn).toBe(180);
  expect(boxes).toEqual({ fields: {}, mrz: [], barcodes: [], faces: [{ ...BOX, of: 'selfie', compared: true }] });
});

test('what an older version read has no places', () => {
  expect(present({})).toEqual({ pages: 1, turn: 0, boxes: { fields: {}, mrz: [], barcodes: [], faces: [] } });
});
