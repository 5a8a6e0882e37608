import type { ListFile } from './file.ts';

/**
 * Yields the text of a file in pieces. Text that is not UTF-8 is read as Windows-1252, which spreadsheets write (as in the WHATWG
 * Encoding Standard). It is Latin-1 plus letters such as `Š` and curly quotation marks.
 */
export async function* readText(file: ListFile): AsyncGenerator<string> {
  const decoder = decoderOf(file);
  for await (const chunk of file.open() as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** Returns the start of its text. */
export function headText(file: ListFile): string {
  return file.encoding === 'utf8' ? file.head : decoderOf(file).decode(Buffer.from(file.head, 'latin1'));
}

/** The reader of the text handles a byte order mark. */
function decoderOf({ encoding }: ListFile): TextDecoder {
  return new TextDecoder(encoding === 'utf8' ? 'utf-8' : 'windows-1252', { ignoreBOM: true });
}
