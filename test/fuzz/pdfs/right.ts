import { HELVETICA, type PageOptions, pdfPage } from '../../unit/models/pdf-file.ts';

/** A black square in the lower left corner of the page. */
export const SQUARE = '0 g 0 0 200 200 re f';
export const TEXT = 'BT /F 36 Tf 72 400 Td (Certificate of Incorporation) Tj ET';
/** The place of `TEXT`. */
export const TEXT_PLACE = [0.1, 0.42, 0.8, 0.5] as const;

/** A page with the square and further content. */
export function squarePage(more: string, options: PageOptions = {}): Buffer {
  return pdfPage(`q ${SQUARE} Q\n${more}`, { ...options, resources: `${HELVETICA} ${options.resources ?? ''}` });
}
