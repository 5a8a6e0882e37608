import { embedFace, type Human, similarity } from './faces.ts';
import { renderFirstPage } from './pdf.ts';
import type { ReadBoth } from './text.ts';

/** The files of one applicant, unchanged: JPEG, PNG or PDF. */
export interface NaiveFiles {
  front: Buffer;
  back: Buffer;
  selfie: Buffer;
}

export interface NaiveResult {
  passed: boolean;
  mrzLines: string[];
  /** The package's own similarity, or null if a face is missing. */
  score: number | null;
}

/** The match threshold of the package's own face match example. */
const MATCH_FROM = 0.5;

/**
 * The obvious assembly of the same packages: read both sides, find both faces, look for the name. The steps run in sequence, except what `readBoth`
 * does in parallel. It stores nothing, checks no list, measures no quality and answers only when everything is done.
 */
export async function verifyNaively(
  files: NaiveFiles,
  lastName: string,
  human: Human,
  readBoth: ReadBoth,
): Promise<NaiveResult> {
  const front = await toPicture(files.front);
  const back = await toPicture(files.back);
  const selfie = await toPicture(files.selfie);
  const [frontText, backText] = await readBoth(front, back);
  const portrait = await embedFace(human, front);
  const face = await embedFace(human, selfie);
  const score = portrait && face ? similarity(human, portrait, face) : null;
  const named = `${frontText}\n${backText}`.toUpperCase().includes(lastName.toUpperCase());
  return { passed: named && score !== null && score >= MATCH_FROM, mrzLines: findMrzLines(backText), score };
}

async function toPicture(file: Buffer): Promise<Buffer> {
  return file.subarray(0, 5).toString('latin1') === '%PDF-' ? renderFirstPage(file) : file;
}

/** Lines that look like those of an MRZ: long, upper case, with fillers. */
function findMrzLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replaceAll(' ', ''));
  return lines.filter((line) => line.length >= 28 && line.includes('<') && /^[A-Z0-9<]+$/.test(line));
}
