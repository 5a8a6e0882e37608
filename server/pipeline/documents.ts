import type { DocumentReading, KycResults } from '../checks/types.ts';
import { must } from '../lib/assert.ts';
import type { StoredDocument } from '../verifications/types.ts';
import type { StepContext } from './step.ts';

/** Returns the documents that intake could decode. */
export function readableDocuments({ verification, results }: StepContext): StoredDocument[] {
  const intake = must(results.intake, 'intake comes first').documents;
  return verification.documents.filter(({ id }) => intake.some((taken) => taken.document_id === id && taken.decoded));
}

/** Returns the type of a document as far as it is known: the declared one, or else the one that reading found. */
export function knownType({ results }: StepContext, document: StoredDocument): StoredDocument['type'] {
  const reading = results.read?.documents.find((read) => read.document_id === document.id);
  return reading?.type ?? document.type;
}

/** Returns what was read from the pictures and from the chip. */
export function readingsOf({ read, authenticity }: KycResults): DocumentReading[] {
  return [...must(read, 'reading comes first').documents, ...(authenticity?.readings ?? [])];
}
