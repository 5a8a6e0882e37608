import { extname, join, parse } from 'node:path';
import type { DownloadItem, SaveDialogOptions, Session } from 'electron';
import type { ShellTexts } from '../text/texts.ts';
import { mayLoad } from './addresses.ts';

/** Returns a file name that is valid on every system: without path, forbidden characters, and dots that hide the file or get lost. */
export function safeFileName(name: string): string {
  const plain = name.replace(/[\p{Cc}<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/gu, '_').replace(/^\.+|[. ]+$/g, '');
  return plain === '' ? 'custos' : plain;
}

/** Returns the options of the save dialog: in the downloads folder, under the appliance's file name. */
export function saveOptions(fileName: string, folder: string, texts: ShellTexts): SaveDialogOptions {
  const name = safeFileName(fileName);
  const ending = extname(name).slice(1);
  const all = { name: texts.dialog.all_files, extensions: ['*'] };
  return {
    title: texts.dialog.save_title,
    defaultPath: join(folder, name),
    filters: ending === '' ? [all] : [{ name: ending.toUpperCase(), extensions: [ending] }, all],
    // Reports name people, so they stay off the system's list of recent documents.
    properties: ['showOverwriteConfirmation', 'dontAddToRecent'],
  };
}

export interface Downloads {
  base: () => string | null;
  folder: string;
  texts: ShellTexts;
  /** A download ended without a file. */
  onFailed: (fileName: string) => void;
}

/** Lets the person save the console's own files where they choose, and refuses all other downloads. Saved files are never opened. */
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
