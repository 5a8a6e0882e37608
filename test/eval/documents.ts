import type { MrzReading } from '../../server/checks/types.ts';
import type { DocumentTruth } from './corpus.ts';

/** The MRZ read from one document; null if none was found. */
export type ReadZone = Pick<MrzReading, 'lines' | 'valid'> | null;

/** A part of a whole. */
export interface Count {
  right: number;
  of: number;
}

export interface DocumentScores {
  /** Lines read exactly as in the truth. */
  lines: Count;
  /** Documents with all lines exact. */
  documents: Count;
  /** Conforming specimens with all lines exact. */
  conforming: Count;
  /** Conforming specimens whose MRZ was read with every check digit right. */
  check_digits: Count;
  /** Files with an MRZ in which none was found. */
  not_found: string[];
  /** Files read incorrectly although every check digit holds: nothing else detects these errors. */
  wrong_but_valid: string[];
}

/** Compares the readings with the truth, document by document; both lists run in parallel. */
export function scoreDocuments(truths: readonly DocumentTruth[], reads: readonly ReadZone[]): DocumentScores {
  const pairs = truths.map((truth, i) => ({ truth, read: reads[i] ?? null }));
  const conforming = pairs.filter(({ truth }) => truth.conforms && truth.mrz.length > 0);
  const files = (some: typeof pairs): string[] => some.map(({ truth }) => truth.file);
  return {
    lines: {
      right: pairs.reduce((sum, { truth, read }) => sum + linesRight(truth, read), 0),
      of: truths.reduce((sum, { mrz }) => sum + mrz.length, 0),
    },
    documents: { right: pairs.filter(({ truth, read }) => isExact(truth, read)).length, of: pairs.length },
    conforming: { right: conforming.filter(({ truth, read }) => isExact(truth, read)).length, of: conforming.length },
    check_digits: { right: conforming.filter(({ read }) => read?.valid).length, of: conforming.length },
    not_found: files(pairs.filter(({ truth, read }) => read === null && truth.mrz.length > 0)),
    wrong_but_valid: files(pairs.filter(({ truth, read }) => read?.valid && !isExact(truth, read))),
  };
}

function linesRight({ mrz }: DocumentTruth, read: ReadZone): number {
  return mrz.filter((line, i) => read?.lines[i] === line).length;
}

function isExact(truth: DocumentTruth, read: ReadZone): boolean {
  return (read?.lines ?? []).length === truth.mrz.length && linesRight(truth, read) === truth.mrz.length;
}
