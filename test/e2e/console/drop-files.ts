import type { Page } from 'playwright-core';

export interface DroppedFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Drops files onto the element that matches `selector`, as a person drags them from the desktop. */
export async function dropFiles(page: Page, selector: string, files: readonly DroppedFile[]): Promise<void> {
  const carried = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of all) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
    }
    return transfer;
  }, carried);
  await page.dispatchEvent(selector, 'drop', { dataTransfer });
}
