/** Writes the head of a CBOR item: its major type 0..7, and a length, count, tag or number below 2^32. */
export function cborHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.of((major << 5) | argument);
  const size = argument < 0x100 ? 0 : argument < 0x10000 ? 1 : 2;
  const head = Buffer.alloc(1 + (1 << size));
  head[0] = (major << 5) | (24 + size);
  head.writeUIntBE(argument, 1, 1 << size);
  return head;
}

export function cborBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

export function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([cborHead(3, bytes.length), bytes]);
}

/** An array of items that are encoded already. */
export function cborArray(...items: readonly Uint8Array[]): Buffer {
  return Buffer.concat([cborHead(4, items.length), ...items]);
}

/** The bytes of an item in a byte string with tag 24. */
export function cborEncoded(item: Uint8Array): Buffer {
  return Buffer.concat([cborHead(6, 24), cborBytes(item)]);
}
