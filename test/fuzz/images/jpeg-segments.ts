/** One segment of a JPEG file: the bytes after its marker and length. */
export interface Segment {
  marker: number;
  data: Buffer;
}

const SOI = Buffer.from([0xff, 0xd8]);
const SOS = 0xda;

/** The segments up to the first scan, and the rest of the file. */
export function segmentsOf(file: Buffer): { segments: Segment[]; scan: Buffer } {
  const segments: Segment[] = [];
  for (let at = SOI.length; ; ) {
    const marker = file[at + 1] ?? SOS;
    const length = file.readUInt16BE(at + 2);
    segments.push({ marker, data: Buffer.from(file.subarray(at + 4, at + 2 + length)) });
    at += 2 + length;
    if (marker === SOS) return { segments, scan: file.subarray(at) };
  }
}

export function withSegments(segments: readonly Segment[], scan: Buffer): Buffer {
  return Buffer.concat([SOI, ...segments.map(encode), scan]);
}

/** Directly after the start of the file, where applications put their segments. */
export function insertSegment(file: Buffer, marker: number, data: Buffer): Buffer {
  return Buffer.concat([SOI, encode({ marker, data }), file.subarray(SOI.length)]);
}

function encode({ marker, data }: Segment): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
