import type { Turn } from '../../models/ports.ts';
import { turnShare } from '../checks/read/box-share.ts';
import type { BoxShare } from '../checks/types.ts';
import type { VerificationAnswer } from '../contract/verification.ts';
import type { StoredDocument, Verification } from '../verifications/types.ts';

type DocumentAnswer = VerificationAnswer['documents'][number];

/** Returns a file of a person's record with its results. */
export function presentDocument(document: StoredDocument, { results, documents }: Verification): DocumentAnswer {
  const reading = results.read?.documents.find((read) => read.document_id === document.id);
  const measured = results.quality?.documents.find((quality) => quality.document_id === document.id)?.measures;
  const findings = [...(results.quality?.findings ?? []), ...(results.validity?.findings ?? [])];
  return {
    id: document.id,
    name: document.name,
    type: reading?.type ?? document.type,
    side: reading?.side ?? document.side,
    media_type: document.mediaType,
    size_bytes: document.sizeBytes,
    page: document.page ?? null,
    quality: measured
      ? { sharpness: measured.sharpness, brightness: measured.brightness, glare_share: measured.glareShare }
      : null,
    findings: findings.filter((finding) => finding.document_id === document.id),
    replaced_by: documents.find(({ replaces = [] }) => replaces.includes(document.id))?.id ?? null,
    ...presentPicture(document, results),
  };
}

/** Returns how a file is shown and where its boxes are. Each document of a person has one page. */
function presentPicture(
  { id }: StoredDocument,
  { read, face }: Verification['results'],
): Pick<DocumentAnswer, 'pages' | 'turn' | 'boxes'> {
  const reading = read?.documents.find(({ document_id }) => document_id === id);
  const faces = (face?.faces ?? []).filter(({ document_id }) => document_id === id);
  // A selfie is turned as its face is, everything else as its text is.
  const turn = faces.find(({ of }) => of === 'selfie')?.turn ?? reading?.turn ?? 0;
  const laid = (box: BoxShare, from: Turn = 0) => turnShare(box, from, turn);
  const fields = Object.entries(reading?.fields ?? {}).flatMap(([name, { box }]) =>
    box ? [[name, laid(box, reading?.turn)]] : [],
  );
  return {
    pages: 1,
    turn,
    boxes: {
      fields: Object.fromEntries(fields),
      mrz: (reading?.mrz?.boxes ?? []).map((box) => laid(box, reading?.turn)),
      barcodes: (reading?.barcodes ?? []).flatMap(({ box }) => (box ? [laid(box, reading?.turn)] : [])),
      faces: faces.map((found) => ({ ...laid(found.box, found.turn), of: found.of, compared: found.compared })),
    },
  };
}
