import { extname, join, parse } from 'node:path';
import type { DownloadItem, SaveDialogOptions, Session } from 'electron';
import type { ShellTexts } from '../text/texts.ts';
import { mayLoad } from './addresses.ts';

/** A name that a file may have on every system: without path, signs that one of them forbids, or dots that hide it or are lost. */
export function safeFileName(name: string): string {
  const plain = name.replace(/[\p{Cc}<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/gu, '_').replace(/^\.+|[. ]+$/g, '');
  return plain === '' ? 'custos' : plain;
}

/** How the system asks where a file goes: in the folder of downloads, under the name that the appliance gave it. */
export function saveOptions(fileName: string, folder: string, texts: ShellTexts): SaveDialogOptions {
  const name = safeFileName(fileName);
  const ending = extname(name).slice(1);
  const all = { name: texts.dialog.all_files, extensions: ['*'] };
  return {
    title: texts.dialog.save_title,
    defaultPath: join(folder, name),
    filters: ending === '' ? [all] : [{ name: ending.toUpperCase(), extensions: [ending] }, all],
    // Reports name people: the system's list of recent documents does not.
    properties: ['showOverwriteConfirmation', 'dontAddToRecent'],
  };
}

export interface Downloads {
  base: () => string | null;
  folder: string;
  texts: ShellTexts;
  /** One ended without the file being there. */
  onFailed: (fileName: string) => void;
}

/** Lets the console's own files be saved where the person says, and none from elsewhere. What is saved is never opened. */
export function guardDownloads(session: Pick<Session, 'on'>, { base, folder, texts, onFailed }: Downloads): void {
  session.on('will-download', (event, item) => {
    if (!item.getURLChain().every((url) => mayLoad(url, base()))) return event.preventDefault();
    ask(item, saveOptions(item.getFilename(), folder, texts), onFailed);
  });
}

function ask(item: DownloadItem, options: SaveDialogOptions, onFailed: (fileName: string) => void): void {
  item.setSaveDialogOptions(options);
  item.once('done', (_event, state) => {
    if (state === 'interrupted') onFailed(parse(item.getSavePath()).base);
  });
}
