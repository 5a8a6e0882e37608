import { TAG } from './reader.ts';

/** Returns one element of DER with a tag of one byte around `parts`. */
export function derOf(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const bytes = Buffer.from(
    length
      .toString(16)
      .padStart(8, '0')
      .replace(/^(00)+/, ''),
    'hex',
  );
  return Buffer.concat([Buffer.of(tag, 0x80 + bytes.length), bytes, content]);
}

/** Returns an OBJECT IDENTIFIER of dotted numbers. */
export function derOid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...arcs] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...arcs].flatMap((arc) => {
    const digits = [arc & 0x7f];
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
      digits.unshift(0x80 | (rest & 0x7f));
    return digits;
  });
  return derOf(TAG.oid, Uint8Array.from(bytes));
}
