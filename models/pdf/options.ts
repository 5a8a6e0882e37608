import type { PdfTextLimits } from '../ports.ts';

/** The share of an image's pixels that must be there: careless writers omit a row or two, a lost scan has none or few. */
export const IMAGE_SHARE_MIN = 0.5;

/** The start parameters of a PDF worker. */
export interface PdfWorkerData {
  /** An embedded image with more pixels is not decoded. */
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
