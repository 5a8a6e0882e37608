import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfText {
  /** The text as a reader copies it, by page; spaces and line breaks are one space. */
  pages: string[];
  info: Record<string, unknown>;
  /** PostScript names of the fonts used, and whether the file embeds each one as a subset. */
  fonts: { name: string; embedded: boolean }[];
}

/** Opens a PDF as a viewer does and reads its text. */
export async function readPdf(file: Uint8Array): Promise<PdfText> {
  const task = getDocument({ data: Uint8Array.from(file), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    pages.push(text.replace(/\s+/g, ' ').trim());
  }
  const { info } = await document.getMetadata();
  await task.destroy();
  return {
    pages,
    info: info as Record<string, unknown>,
    fonts: fontsOf(file),
  };
}

/** The font descriptions of a PDF with uncompressed objects, as ours are. */
function fontsOf(file: Uint8Array): PdfText['fonts'] {
  const text = Buffer.from(file).toString('latin1');
  return [...text.matchAll(/\/Type \/FontDescriptor[\s\S]*?endobj/g)].map(([descriptor]) => {
    const name = /\/FontName \/(\S+)/.exec(descriptor)?.[1] ?? '';
    return { name, embedded: descriptor.includes('/FontFile2 ') && /^[A-Z]{6}\+/.test(name) };
  });
}
