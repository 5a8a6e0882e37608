import { closeSync, openSync, readSync } from 'node:fs';
import { HEADER_BYTES } from './natives.ts';

/** The first `HEADER_BYTES` of a file, or all of a shorter one. */
export function headOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}
