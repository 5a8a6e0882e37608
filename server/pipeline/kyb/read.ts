import { EngineError, type Engines, type TextPage } from '../../../models/ports.ts';
import type { CompanyDocumentReading } from '../../checks/kyb/types.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { CompanyDocument } from '../../verifications/types.ts';
import { isAllRead, type KybStep, type KybStepContext } from './step.ts';

/**
 * A PDF page with fewer letters of its own is read from its picture as well. A scan may have one line of text from a mail server,
 * a fax or a signing service.
 */
const OWN_LETTERS_MIN = 100;
/** An engine that hung or crashed was replaced. If it hangs twice, the file is the cause. */
const TRIES = 2;

/** Reads every file that has not been read yet. Earlier readings are kept. */
export const readStep: KybStep<'read'> = {
  name: 'read',
  isDone: isAllRead,
  async run(context) {
    const before = context.results.read?.documents ?? [];
    const done = new Set(before.map(({ document_id }) => document_id));
    const files = context.verification.documents.filter(({ id }) => !done.has(id));
    const readings: CompanyDocumentReading[] = [];
    for (let at = 0; at < files.length; at += LIMITS.companyFilesReadAtOnce) {
      const lot = files.slice(at, at + LIMITS.companyFilesReadAtOnce);
      readings.push(...(await Promise.all(lot.map((file) => readFile(context, file)))));
    }
    return { documents: [...before, ...readings] };
  },
};

type Reading = Omit<CompanyDocumentReading, 'document_id'>;

/** The text of one page: its own, and that of its picture if it was read. null: it could not be read. */
interface PageText {
  own: string[];
  picture: TextPage | null;
}

const NOTHING: Reading = {
  decoded: false,
  pages: 0,
  unread_pages: 0,
  source: null,
  lines: [],
  picture_lines: 0,
  text_confidence: 0,
  engine: null,
};

/** What reads one document, and whom it tells that a page or the whole could not be read. */
interface Reader {
  engines: Engines;
  onUnread(error: EngineError): void;
}

async function readFile(context: KybStepContext, document: CompanyDocument): Promise<CompanyDocumentReading> {
  const { engines, verification } = context;
  const reader = { engines, onUnread: (error: EngineError) => context.onUnread(verification.id, document.id, error) };
  const bytes = await context.readFile(document.id);
  const reading = document.mediaType === 'application/pdf' ? readPdf(reader, bytes) : readPicture(reader, bytes);
  return { document_id: document.id, ...(await reading) };
}

async function readPicture(reader: Reader, bytes: Buffer): Promise<Reading> {
  const { engines } = reader;
  const decoded = await tryTo(reader, () => engines.image.decode(bytes));
  if (decoded === null) return NOTHING;
  const picture = await tryTo(reader, () => engines.text.read(decoded.image));
  return joinPages(1, [{ own: [], picture }]);
}

async function readPdf(reader: Reader, bytes: Buffer): Promise<Reading> {
  const { engines } = reader;
  const limits = { pagesMax: LIMITS.companyPdfPagesMax, charsMax: LIMITS.companyTextCharsMax };
  const text = await tryTo(reader, () => engines.pdf.text(bytes, limits));
  if (text === null) return NOTHING;
  const pages: PageText[] = [];
  let pictures = 0;
  for (const [page, { lines: own }] of text.pages.entries()) {
    const withPicture = !isWhole(own) && pictures < LIMITS.companyPdfPicturesMax;
    if (withPicture) pictures += 1;
    pages.push({ own, picture: withPicture ? await readPage(reader, bytes, page) : null });
  }
  return joinPages(text.pageCount, pages);
}

async function readPage(reader: Reader, bytes: Buffer, page: number): Promise<TextPage | null> {
  const { engines } = reader;
  const image = await tryTo(reader, () => engines.pdf.render(bytes, page));
  return image && (await tryTo(reader, () => engines.text.read(image)));
}

function joinPages(count: number, pages: readonly PageText[]): Reading {
  const own = pages.flatMap((page) => page.own);
  const pictures = pages.flatMap(({ picture }) => picture ?? []);
  const read = withinChars(pictures.flatMap(({ lines }) => lines.map(({ text }) => text)));
  const ownWords = own.join(' ').split(' ').filter(Boolean).length;
  const readWords = pictures.map(({ lines }) => sum(lines.map(({ words }) => words.length)));
  const sure = sum(pictures.map(({ confidence }, at) => confidence * (readWords[at] ?? 0)));
  const words = ownWords + sum(readWords);
  const [first] = pictures;
  return {
    decoded: first !== undefined || ownWords > 0,
    pages: count,
    unread_pages: count - pages.filter((page) => page.picture !== null || isWhole(page.own)).length,
    source: first ? 'picture' : ownWords > 0 ? 'text' : null,
    lines: [...own, ...read],
    picture_lines: read.length,
    text_confidence: words === 0 ? 0 : (ownWords + sure) / words,
    engine: first?.engine ?? null,
  };
}

/** Returns as many of the first lines as may be kept. */
function withinChars(lines: readonly string[]): string[] {
  let left: number = LIMITS.companyPictureCharsMax;
  return lines.filter((line) => {
    left -= line.length;
    return left >= 0;
  });
}

/** Whether a page's own text is likely to be complete. */
function isWhole(own: readonly string[]): boolean {
  return own.join('').replace(/[^\p{L}\p{N}]/gu, '').length >= OWN_LETTERS_MIN;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Returns null, and tells so, if the input is to blame: it cannot be processed, or an engine hung or crashed on it each
 * time. A nonsensical answer is never the input's fault.
 */
async function tryTo<T>({ onUnread }: Reader, attempt: () => Promise<T>): Promise<T | null> {
  for (let left = TRIES; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof EngineError) || error.failure === 'unavailable') throw error;
      if (error.failure === 'nonsense' && left === 1) throw error;
      if (error.failure !== 'bad_input' && left > 1) continue;
      onUnread(error);
      return null;
    }
  }
}
