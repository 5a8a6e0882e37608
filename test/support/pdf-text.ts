import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfText {
  /** As a reader copies it, by page; spaces and line breaks are one space. */
  pages: string[];
  info: Record<string, unknown>;
  /** PostScript names of the fonts that were drawn with, and whether each is in the file, as a part of a font. */
  fonts: { name: string; embedded: boolean }[];
}

/** Opens a PDF as a viewer does and reads what it says. */
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

/** Of a PDF whose objects stand in the open, as ours do: what each font's description says. */
function fontsOf(file: Uint8Array): PdfText['fonts'] {
  const text = Buffer.from(file).toString('latin1');
  return [...text.matchAll(/\/Type \/FontDescriptor[\s\S]*?endobj/g)].map(([descriptor]) => {
    const name = /\/FontName \/(\S+)/.exec(descriptor)?.[1] ?? '';
    return { name, embedded: descriptor.includes('/FontFile2 ') && /^[A-Z]{6}\+/.test(name) };
  });
}
