import { Readable } from 'node:stream';
import type { DocumentSide } from '../checks/types.ts';
import type { UploadSession } from '../vault/staging.ts';
import type { SubmittedFile } from '../verifications/submit.ts';
import { checkDocument, type Inspectors } from './document-check.ts';
import type { SentFile } from './submission.ts';

/** Pages of a PDF that is split: both sides of a card, or a passport and what belongs to it. */
const SPLIT_PAGES = 2;

/**
 * Looks at the files of a person's verification, then makes two documents of each PDF that is to be split, one for each page. Both have the
 * whole file, so that it is kept as it came; where a side was told, it is the first page's, and the second has the other. Throws as `checkDocument` does.
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
