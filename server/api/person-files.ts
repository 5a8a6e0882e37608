import { Readable } from 'node:stream';
import type { DocumentSide } from '../checks/types.ts';
import type { UploadSession } from '../vault/staging.ts';
import type { SubmittedFile } from '../verifications/submit.ts';
import { checkDocument, type Inspectors } from './document-check.ts';
import type { SentFile } from './submission.ts';

/** Pages of a PDF that is split: both sides of a card, or a passport and its second page. */
const SPLIT_PAGES = 2;

/**
 * Checks the files of a person's verification, then splits each two-page PDF marked for it into two documents, one for each page. Both keep the
 * whole original file. A given side belongs to the first page; the second page gets the other side. Throws the errors of `checkDocument`.
 */
export async function takePersonFiles(
  engines: Inspectors,
  session: UploadSession,
  sent: readonly SentFile[],
): Promise<SubmittedFile[]> {
  for (const [index, { file, split }] of sent.entries()) {
    await checkDocument(engines, session, file, { index, pagesMax: split ? SPLIT_PAGES : 1, split });
  }
  const documents: SubmittedFile[] = [];
  for (const { split, ...document } of sent) {
    if (!split) {
      documents.push(document);
      continue;
    }
    const file = await session.receive(Readable.from([await session.read(document.file)]));
    documents.push({ ...document, page: 1 }, { ...document, file, side: otherSide(document.side), page: 2 });
  }
  return documents;
}

function otherSide(side: DocumentSide | null): DocumentSide | null {
  if (side === null) return null;
  return side === 'front' ? 'back' : 'front';
}
