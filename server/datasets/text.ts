import type { ListFile } from './file.ts';

/**
 * The text of a file, piece after piece. What is not UTF-8 is Windows-1252, Latin-1 with letters such as `Š` and curly
 * quotation marks besides, which is what spreadsheets write (as the WHATWG Encoding Standard reads it).
 */
export async function* readText(file: ListFile): AsyncGenerator<string> {
  const decoder = decoderOf(file);
  for await (const chunk of file.open() as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true });
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** The start of its text. */
export function headText(file: ListFile): string {
  return file.encoding === 'utf8' ? file.head : decoderOf(file).decode(Buffer.from(file.head, 'latin1'));
}

/** A byte order mark is left to who reads the text. */
function decoderOf({ encoding }: ListFile): TextDecoder {
  return new TextDecoder(encoding === 'utf8' ? 'utf-8' : 'windows-1252', { ignoreBOM: true });
}
