/** What a PDF worker is told when it starts. */
export interface PdfWorkerData {
  /** An image inside the PDF with more pixels is not decoded. */
  imagePixelsMax: number;
  renderDpi: number;
  /** The page's longer side is rendered with at most this many pixels. */
  workingSidePixelsMax: number;
}
