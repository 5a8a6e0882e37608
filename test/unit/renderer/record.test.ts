import { expect, test } from 'vitest';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { reasonFindings, reasonsOf } = await import('../../../renderer/parts/record-head.ts');
const { viewedDocuments } = await import('../../../renderer/pages/verification/viewed.ts');

type DocumentAnswer = VerificationAnswer['documents'][number];

const HEAD = {
  id: 'ver_1',
  status: 'needs_review',
  due_at: null,
  review: null,
  assignment: null,
  links: { self: '/v1/verifications/ver_1', report: null },
} as const;
const blurred = (sharpness: number) => ({
  code: 'image_blurred',
  message: `Sharpness ${sharpness}.`,
  evidence: { sharpness, minimum: 100 },
});

test('each reason takes the evidence of the finding that it is of', () => {
  const errors = [
    { code: 'image_blurred', message: 'Sharpness 3.', severity: 'review' as const },
    { code: 'check_not_run', message: 'Not run.', severity: 'review' as const },
    { code: 'image_blurred', message: 'Sharpness 2.', severity: 'review' as const },
  ];
  expect(reasonFindings({ ...HEAD, errors }, [blurred(2), blurred(3)])).toEqual([
    blurred(3),
    { code: 'check_not_run', message: 'Not run.', severity: 'review' },
    blurred(2),
  ]);
});

test('the result of the machine stays after a person has decided', () => {
  const machine = {
    outcome: 'needs_review',
    errors: [{ code: 'hit_possible', message: 'A hit.', severity: 'review' }],
  } as const;
  const review = { machine } as unknown as NonNullable<VerificationAnswer['review']>;
  expect(reasonsOf({ errors: [], review })).toEqual(machine.errors);
});

const BOX = { x: 0.1, y: 0.2, width: 0.3, height: 0.05 };
const document = (id: string, more: Partial<DocumentAnswer> = {}): DocumentAnswer => ({
  id,
  name: `${id}.jpg`,
  type: 'national_id',
  side: 'front',
  media_type: 'image/jpeg',
  size_bytes: 1,
  page: null,
  quality: null,
  findings: [],
  replaced_by: null,
  pages: 1,
  turn: 0,
  boxes: { fields: {}, mrz: [], barcodes: [], faces: [] },
  ...more,
});

test('files that count come before those that were replaced, and one that nobody knows has its own name', () => {
  const shown = viewedDocuments({
    ocr: {},
    documents: [
      document('doc_1', { replaced_by: 'doc_2' }),
      document('doc_2'),
      document('doc_3', { type: 'unknown', side: null }),
    ],
  });
  expect(shown.map(({ id, label, replaced }) => [id, label, replaced])).toEqual([
    ['doc_2', 'Identity card, front', false],
    ['doc_3', 'doc_3.jpg', false],
    ['doc_1', 'Identity card, front', true],
  ]);
});

test('each source of a field has its box once, in the file and the position where it was read', () => {
  const elsewhere = { ...BOX, y: 0.8 };
  const source = (value: string, id: string, box: object) => ({
    value,
    confidence: 1,
    document_id: id,
    box: box as never,
  });
  const [shown] = viewedDocuments({
    documents: [
      document('doc_1', { boxes: { fields: { last_name: BOX }, mrz: [elsewhere], barcodes: [], faces: [] } }),
    ],
    ocr: {
      national_id: {
        sources: {
          last_name: { printed: source('Dupont', 'doc_1', BOX), mrz: source('DUPONT', 'doc_1', elsewhere) },
          first_name: {
            printed: source('Ana', 'doc_2', BOX),
            // It was read while the picture was on its side.
            mrz: source('ANA', 'doc_1', { ...BOX, turn: 90 }),
          },
        },
      },
    },
  });
  expect(shown?.boxes.map(({ key, y }) => [key, y])).toEqual([
    ['mrz', 0.8],
    ['last_name', 0.2],
    ['last_name', 0.8],
  ]);
});
