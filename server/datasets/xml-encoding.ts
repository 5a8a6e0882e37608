import { ownValue } from '../lib/own.ts';
import type { ListFile } from './file.ts';
import { XmlError } from './xml-error.ts';

/** Of a file's start, where the byte order mark and the XML declaration stand. */
const DECLARATION_CHARS = 200;
const DECLARED = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;
/** What the platform's decoder calls the encodings that are read. As browsers do, Latin-1 is read as its superset. */
const DECODERS: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
  'windows-1251': 'windows-1251',
};

/**
 * Bytes, chunk after chunk, to text; null ends it. UTF-16 is known by its byte order mark, any other encoding by the XML
 * declaration, UTF-8 without one. Throws `XmlError` for an encoding that is not read, and for bytes that are not of it,
 * which it places within the chunk.
 */
export function decoderOf(file: ListFile): (chunk: Buffer | null) => string {
  const encoding = encodingOf(file);
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk ?? undefined, { stream: chunk !== null });
    } catch {
      const linesAfter = chunk ? linesBeforeFault(chunk, encoding) : 0;
      throw new XmlError(
        `a character is not valid ${encoding.toUpperCase()}, which the file declares as its encoding.`,
        linesAfter,
      );
    }
  };
}

/** The head of the file as text; empty where its encoding is not read. */
export function decodeHead(file: ListFile): string {
  try {
    return new TextDecoder(encodingOf(file)).decode(Buffer.from(file.head, file.encoding));
  } catch {
    return '';
  }
}

function encodingOf({ head }: ListFile): string {
  if (head.startsWith('\u00ff\u00fe')) return 'utf-16le';
  if (head.startsWith('\u00fe\u00ff')) return 'utf-16be';
  const declared = DECLARED.exec(head.slice(0, DECLARATION_CHARS).replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, ''))?.[1];
  const decoder = ownValue(DECODERS, declared?.toLowerCase() ?? 'utf-8');
  if (decoder !== undefined) return decoder;
  throw new XmlError(
    `the encoding ${declared} is not supported. Convert the file to UTF-8, and change the encoding in its first line.`,
  );
}

/** Newlines before the first byte that does not belong. */
function linesBeforeFault(chunk: Buffer, encoding: string): number {
  const text = new TextDecoder(encoding).decode(chunk);
  const before = text.slice(0, Math.max(0, text.indexOf('\ufffd')));
  return before.split('\n').length - 1;
}
