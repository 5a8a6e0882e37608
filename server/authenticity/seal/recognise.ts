import { isUtf8 } from 'node:buffer';
import { isAadhaar, readAadhaar } from './aadhaar.ts';
import { isIdb, readIdb } from './idb.ts';
import type { BarcodeContent, SealKind, SealReading } from './types.ts';
import { isVds, readVds } from './vds.ts';
import { isVdsNc, readVdsNc } from './vds-nc.ts';

/** 2D-DOC (ANTS, 3.1): its version, then authority and certificate. */
const TWO_D_DOC = /^DC0[1-4][A-Z0-9]{8}/;

/** Returns the kind of the seal in a barcode, by how it begins, or null if it holds none. Says nothing about whether the rest can be read. */
export function recogniseSeal(content: BarcodeContent): SealKind | null {
  const { text } = content;
  if (isVds(bytesOf(content))) return 'vds';
  if (isIdb(text)) return 'idb';
  if (TWO_D_DOC.test(text)) return '2d_doc';
  if (isAadhaar(text)) return 'aadhaar';
  return isVdsNc(text) ? 'vds_nc' : null;
}

/**
 * Reads a seal of this kind. `today` (YYYY-MM-DD) determines the centuries in an MRZ. Throws `AuthenticityError`.
 */
export function readSeal(kind: Exclude<SealKind, '2d_doc'>, content: BarcodeContent, today: string): SealReading {
  if (kind === 'vds') return readVds(bytesOf(content), today);
  if (kind === 'idb') return readIdb(content.text, today);
  return kind === 'vds_nc' ? readVdsNc(jsonTextOf(content)) : readAadhaar(content.text);
}

/** JSON is UTF-8, which a symbol need not declare: its text may be the same bytes in Latin-1. */
function jsonTextOf({ text, bytes }: BarcodeContent): string {
  return bytes && isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : text;
}

function bytesOf({ text, bytes }: BarcodeContent): Uint8Array {
  return bytes ?? Buffer.from(text, 'latin1');
}
