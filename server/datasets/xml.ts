import { LIMITS } from '../lib/limits.ts';
import { type ListFile, rowError } from './file.ts';
import type { XmlElement } from './xml-element.ts';
import { decodeHead, decoderOf } from './xml-encoding.ts';
import { XmlError } from './xml-error.ts';
import { XmlParser } from './xml-parser.ts';

/**
 * Yields the elements of an XML file that have one of the `wanted` local names (namespaces are ignored), each as a separate tree,
 * in the order in which they end. Memory does not grow with the file. A wanted element inside another one appears only as its
 * child. A wanted root is yielded first, as soon as its start tag is read: with its attributes, without children.
 *
 * Throws `list_invalid` with the line and the reason: broken or cut-off XML, declared entities, an encoding that is not supported
 * or not kept to, more than `LIMITS.listDepthMax` levels, a wanted element (or any tag, or the text and comments between two
 * tags) of more than `LIMITS.listRowBytesMax` characters.
 */
export async function* readElements(file: ListFile, wanted: readonly string[]): AsyncGenerator<XmlElement> {
  const parser = new XmlParser(wanted, LIMITS);
  const fail = (cause: unknown): never => {
    if (!(cause instanceof XmlError)) throw cause;
    throw rowError(file, parser.line + cause.linesAfter, cause.message);
  };
  const decode = attempt(() => decoderOf(file), fail);
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    yield* attempt(() => parser.write(decode(chunk)), fail);
  }
  yield* attempt(() => parser.write(decode(null)), fail);
  attempt(() => parser.end(), fail);
}

/**
 * Returns the wanted elements that are complete within the start of the file, for recognising a format, with a wanted root first.
 * If there is an error, it returns what comes before, so nothing if the file is not XML.
 */
export function headElements(file: ListFile, wanted: readonly string[]): XmlElement[] {
  const parser = new XmlParser(wanted, LIMITS);
  try {
    return parser.write(decodeHead(file));
  } catch (cause) {
    if (cause instanceof XmlError) return parser.foundBeforeError();
    throw cause;
  }
}

/** Returns the root element's start tag, without children. Null if the file does not begin as XML does. */
export function rootOf(file: ListFile): XmlElement | null {
  const parser = new XmlParser([], LIMITS);
  try {
    parser.write(decodeHead(file));
  } catch (cause) {
    if (!(cause instanceof XmlError)) throw cause;
  }
  return parser.root;
}

function attempt<T>(action: () => T, fail: (cause: unknown) => never): T {
  try {
    return action();
  } catch (cause) {
    return fail(cause);
  }
}
