import { fetchFile } from '../client/api.ts';

/** Takes a file from the appliance and gives it to the browser to be saved. Throws `ApiError`. */
export async function download(path: string, fallbackName: string, accept?: string): Promise<void> {
  const { blob, name } = await fetchFile(path, accept);
  saveBlob(blob, name ?? fallbackName);
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
