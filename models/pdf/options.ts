import type { PdfTextLimits } from '../ports.ts';

/** Of an image's pixels so large a share must be there: sloppy writers leave out a row or two, a lost scan has none or few. */
export const IMAGE_SHARE_MIN = 0.5;

/** What a PDF worker is told when it starts. */
export interface PdfWorkerData {
  /** An image inside the PDF with more pixels is not decoded. */
  imagePixelsMax: number;
  renderDpi: number;
  /** The page's longer side is rendered with at most this many pixels. */
  workingSidePixelsMax: number;
}

export interface RenderInput {
  file: Uint8Array;
  /** From 0. */
  page: number;
}

export interface TextInput {
  file: Uint8Array;
  limits: PdfTextLimits;
}
