import { fetchFile } from '../client/api.ts';
import { operatorId } from '../client/session.ts';

/** Takes a file from the appliance and gives it to the browser to be saved, unless the console was locked meanwhile. Throws `ApiError`. */
export async function download(path: string, fallbackName: string, accept?: string): Promise<void> {
  const whose = operatorId.peek();
  const { blob, name } = await fetchFile(path, accept);
  if (operatorId.peek() !== whose) return;
  saveBlob(blob, name ?? fallbackName);
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
