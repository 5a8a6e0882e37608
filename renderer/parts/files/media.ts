import { useEffect, useState } from 'preact/hooks';

/** The appliance's limit. */
export const FILE_BYTES_MAX = 15 * 1024 * 1024;
export const FILES_MAX = 10;

export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/tiff' | 'application/pdf';

/** The types in the file dialog. */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/tiff,application/pdf';

/** The first bytes of each type, one character per byte; `.` matches any. */
const STARTS: readonly (readonly [MediaType | 'heic_unsupported', RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/webp', /^RIFF....WEBP/s],
  ['image/tiff', /^(II[*+]\0|MM\0[*+])/],
  ['application/pdf', /^%PDF/],
  ['heic_unsupported', /^....ftyp(hei[cxms]|hev[cx]|mif1|msf1|avi[fs])/s],
];
const START_BYTES = 12;

/** Recognises the type by the first bytes, never by the name. */
function typeOf(start: Uint8Array): MediaType | FileFault {
  const text = String.fromCharCode(...start);
  return STARTS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unsupported_file_type';
}

/** Codes of the appliance, which refuses such a file. */
type FileFault = 'unreadable_file' | 'unsupported_file_type' | 'heic_unsupported' | 'file_too_large';

/** Returns the file's type, or why it would be refused, without sending it. */
export async function checkFile(file: File): Promise<MediaType | FileFault> {
  if (file.size === 0) return 'unreadable_file';
  if (file.size > FILE_BYTES_MAX) return 'file_too_large';
  try {
    return typeOf(new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer()));
  } catch {
    // It was moved, or is not a file: a folder can be dropped too.
    return 'unreadable_file';
  }
}

/** Returns an object URL for a file while the component is shown; null if there is no file. */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** Also accepts files dropped outside the drop zone: otherwise the browser would show them instead of the page. */
export function usePageDrop(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const allow = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const take = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', take);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', take);
    };
  }, [onFiles]);
}
