import { EngineError, type Engines } from '../../models/ports.ts';
import { AppError, type ErrorCode, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { describeUnknownType, sniffMediaType } from '../lib/media-type.ts';
import type { StagedFile, UploadSession } from '../vault/staging.ts';

export type Inspectors = Pick<Engines, 'image' | 'pdf'>;

/** A file's index in `documents[]`, and how many pages a PDF may have there. */
interface Place {
  index: number;
  pagesMax: number;
  /** Accepts only a PDF of exactly `pagesMax` pages, because it will be split. */
  split?: boolean;
}

/**
 * Refuses what can be refused at once: a file that is empty, has an unsupported type (by its bytes, never its name) or no readable header, an image
 * of several pages or frames, or a PDF that is encrypted, has no page or too many. Throws `AppError` naming the index. An engine that does not
 * answer refuses nothing here: the pipeline will report it.
 */
export async function checkDocument(
  engines: Inspectors,
  session: UploadSession,
  file: StagedFile,
  place: Place,
): Promise<void> {
  const { index } = place;
  if (file.sizeBytes === 0) throw refusal('unreadable_file', index, 'is empty; send the whole file');
  if (file.mediaType === null) {
    const { code, text } = describeUnknownType(file.head);
    throw refusal(code, index, text);
  }
  if (file.mediaType === 'application/pdf') return checkPdf(engines, session, file, place);
  if (place.split) throw splitFault(index, 'is not a PDF');
  await checkImage(engines, session, file, index);
}

async function checkImage(engines: Inspectors, session: UploadSession, file: StagedFile, index: number): Promise<void> {
  const isToldAhead = file.mediaType === 'image/jpeg' || file.mediaType === 'image/png';
  let pages = isToldAhead ? await pagesOf(engines, file.head) : null;
  // A header can follow long metadata, beyond the bytes that were kept. TIFF pages and WebP frames are spread over the whole file.
  if (pages === null || (pages === 'bad_input' && file.head.length < file.sizeBytes)) {
    pages = await pagesOf(engines, await session.read(file));
  }
  if (pages === 'bad_input') {
    const millions = LIMITS.imagePixelsMax / 1e6;
    const text = `is damaged, has no readable header or has more than ${millions} million pixels; export it again at a smaller size`;
    throw refusal('unreadable_file', index, text);
  }
  if (typeof pages === 'number' && pages > 1) {
    const text = `has ${pages} pages or frames; send the one you need as a separate picture, such as a JPEG`;
    throw refusal('picture_page_count', index, text);
  }
}

async function checkPdf(
  engines: Inspectors,
  session: UploadSession,
  file: StagedFile,
  { index, pagesMax, split = false }: Place,
): Promise<void> {
  const bytes = await session.read(file);
  try {
    const { pageCount, encrypted } = await engines.pdf.inspect(bytes);
    if (encrypted) throw refusal('pdf_encrypted', index, 'is encrypted; send it without a password');
    if (split && pageCount !== pagesMax) throw splitFault(index, `has ${pageCount} page${pageCount === 1 ? '' : 's'}`);
    if (pageCount < 1 || pageCount > pagesMax) throw pageFault(index, pageCount, pagesMax);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.failure === 'bad_input' || error.failure === 'timeout') {
      throw refusal('unreadable_file', index, 'is damaged or has no readable header; export or scan it again');
    }
  }
}

async function pagesOf(engines: Inspectors, bytes: Uint8Array): Promise<number | EngineError['failure']> {
  try {
    return (await engines.image.inspect(bytes)).pages;
  } catch (error) {
    if (error instanceof EngineError) return error.failure;
    throw error;
  }
}

function pageFault(index: number, pageCount: number, pagesMax: number): AppError {
  const wanted = pagesMax === 1 ? 'with one page' : `with 1 to ${pagesMax} pages`;
  const other =
    pagesMax === 1 && pageCount === 2 ? `, or for an identity document set ${splitField(index)} to true` : '';
  return refusal('pdf_page_count', index, `has ${pageCount} pages; send a PDF ${wanted}${other}`);
}

/** The form field that says that a PDF of two pages is two documents. */
export const splitField = (index: number): string => `documents_meta.items[${index}].split`;

function splitFault(index: number, what: string): AppError {
  const message = `${splitField(index)} requires a PDF with two pages, but documents[${index}] ${what}; leave it out.`;
  return itemError('invalid_request', {
    code: 'invalid_split',
    message,
    field: splitField(index),
    document_index: index,
  });
}

function refusal(code: ErrorCode, index: number, text: string): AppError {
  const field = `documents[${index}]`;
  return itemError(code, { code, message: `${field} ${text}.`, field, document_index: index });
}

/** Refuses a picture that is no JPEG file, or has no readable header. Throws `unsupported_file_type`, `unreadable_file`. */
export async function checkPicture(engines: Inspectors, jpeg: Buffer): Promise<void> {
  const isJpeg = sniffMediaType(jpeg) === 'image/jpeg';
  if (!isJpeg) throw new AppError('unsupported_file_type', 'The picture is not a JPEG file. Take it again.');
  if ((await pagesOf(engines, jpeg)) === 'bad_input')
    throw new AppError('unreadable_file', 'The picture is damaged or too large. Take it again.');
}
