import type { PdfTextLimits } from '../ports.ts';

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
