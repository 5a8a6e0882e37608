/** As the appliance limits them. */
export const FILE_BYTES_MAX = 15 * 1024 * 1024;
export const FILES_MAX = 10;

export type MediaType = 'image/jpeg' | 'image/png' | 'application/pdf';

/** What the file dialog offers. */
export const ACCEPT = 'image/jpeg,image/png,application/pdf';

const STARTS: readonly (readonly [MediaType, readonly number[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46]],
];

/** By its first bytes, never its name; null: no type that is taken. */
function mediaTypeOf(start: Uint8Array): MediaType | null {
  return STARTS.find(([, bytes]) => bytes.every((byte, i) => start[i] === byte))?.[0] ?? null;
}

/** Codes of the appliance: it refuses such a file. */
export type FileFault = 'unreadable_file' | 'unsupported_file_type' | 'file_too_large';

/** What the file is, or why it would be refused, without sending it. */
export async function checkFile(file: File): Promise<MediaType | FileFault> {
  if (file.size === 0) return 'unreadable_file';
  if (file.size > FILE_BYTES_MAX) return 'file_too_large';
  try {
    return mediaTypeOf(new Uint8Array(await file.slice(0, 8).arrayBuffer())) ?? 'unsupported_file_type';
  } catch {
    // It was moved, or is no file: a folder can be dropped too.
    return 'unreadable_file';
  }
}
