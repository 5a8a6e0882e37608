import { ownValue } from '../lib/own.ts';
import type { ListFile } from './file.ts';
import { XmlError } from './xml-error.ts';

/** The part of a file's start with the byte order mark and the XML declaration. */
const DECLARATION_CHARS = 200;
const DECLARED = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;
/** The names of the supported encodings in the platform's decoder. As in browsers, Latin-1 is read as its superset. */
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
 * Returns a function that decodes bytes, chunk by chunk, to text. null ends it. The byte order mark shows UTF-16, the XML declaration any other
 * encoding; without one it is UTF-8. Throws `XmlError` for an unsupported encoding, and for invalid bytes, with their position in the chunk.
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

/** Returns the head of the file as text. Empty if its encoding is not supported. */
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

/** Returns the number of newlines before the first invalid byte. */
function linesBeforeFault(chunk: Buffer, encoding: string): number {
  const text = new TextDecoder(encoding).decode(chunk);
  const before = text.slice(0, Math.max(0, text.indexOf('\ufffd')));
  return before.split('\n').length - 1;
}
