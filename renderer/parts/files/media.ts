import { useEffect, useState } from 'preact/hooks';

/** As the appliance limits them. */
export const FILE_BYTES_MAX = 15 * 1024 * 1024;
export const FILES_MAX = 10;

export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/tiff' | 'application/pdf';

/** What the file dialog offers. */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/tiff,application/pdf';

/** The first bytes of each type, a character for a byte; `.` stands for any. */
const STARTS: readonly (readonly [MediaType | 'heic_unsupported', RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/webp', /^RIFF....WEBP/s],
  ['image/tiff', /^(II[*+]\0|MM\0[*+])/],
  ['application/pdf', /^%PDF/],
  ['heic_unsupported', /^....ftyp(hei[cxms]|hev[cx]|mif1|msf1|avi[fs])/s],
];
const START_BYTES = 12;

/** By its first bytes, never its name. */
function typeOf(start: Uint8Array): MediaType | FileFault {
  const text = String.fromCharCode(...start);
  return STARTS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unsupported_file_type';
}

/** Codes of the appliance: it refuses such a file. */
type FileFault = 'unreadable_file' | 'unsupported_file_type' | 'heic_unsupported' | 'file_too_large';

/** What the file is, or why it would be refused, without sending it. */
export async function checkFile(file: File): Promise<MediaType | FileFault> {
  if (file.size === 0) return 'unreadable_file';
  if (file.size > FILE_BYTES_MAX) return 'file_too_large';
  try {
    return typeOf(new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer()));
  } catch {
    // It was moved, or is no file: a folder can be dropped too.
    return 'unreadable_file';
  }
}

/** An address of a file's bytes on this page, as long as the component is shown; null while there is none. */
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

/** Takes files that are dropped beside the zone too: the browser would show them in the place of the page. */
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
