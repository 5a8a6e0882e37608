import { isAbsolute } from 'node:path';
import type { BrowserWindow } from 'electron';
import type { PathWish } from '../../../server/contract/desktop.ts';
import type { ShellElectron } from '../contract.ts';
import type { ShellTexts } from '../text/texts.ts';

/** Shows the system's dialog over the window; null if the person chose nothing. */
export async function choosePath(
  dialog: Pick<ShellElectron['dialog'], 'showOpenDialog' | 'showSaveDialog'>,
  window: BrowserWindow | null,
  { kind, start }: PathWish,
  texts: ShellTexts,
): Promise<string | null> {
  if (window === null) return null;
  const title = texts.dialog[kind];
  // A relative path would start in the program's folder.
  const from = isAbsolute(start) ? { title, defaultPath: start } : { title };
  if (kind === 'save_file') {
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      ...from,
      properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
    });
    return canceled || filePath === '' ? null : filePath;
  }
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    ...from,
    properties: kind === 'open_folder' ? ['openDirectory', 'createDirectory'] : ['openFile', 'dontAddToRecent'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}
