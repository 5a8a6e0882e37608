import type { BrowserWindow } from 'electron';
import type { ShellElectron } from '../contract.ts';
import type { SettingsStore } from '../settings.ts';
import type { ShellTexts } from '../text/texts.ts';

export interface CloseNeeds {
  platform: NodeJS.Platform;
  dialog: Pick<ShellElectron['dialog'], 'showMessageBox'>;
  texts: ShellTexts;
  settings: SettingsStore;
  /** Whether there is a tray icon that can bring the window back. */
  hasTray: () => Promise<boolean>;
  quit: () => void;
}

/** Handles a window that the person closes: the appliance continues if it stays visible in the tray; otherwise asks the person. */
export async function closeWindow(window: BrowserWindow, needs: CloseNeeds): Promise<void> {
  const { platform, dialog, texts, settings, hasTray, quit } = needs;
  if (await hasTray()) {
    if (!settings.get().told_of_tray) {
      settings.change({ told_of_tray: true });
      const { tray, tray_why, ok } = texts.dialog;
      await dialog.showMessageBox(window, { type: 'info', message: tray, detail: tray_why, buttons: [ok] });
    }
    if (!window.isDestroyed()) hide(window, platform);
    return;
  }
  const { quit_hide, quit_go, cancel, quit: question, quit_why } = texts.dialog;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: question,
    detail: quit_why,
    buttons: [quit_hide, quit_go, cancel],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  if (response === 1) quit();
  else if (response === 0 && !window.isDestroyed()) window.minimize();
}

function hide(window: BrowserWindow, platform: NodeJS.Platform): void {
  if (platform !== 'darwin' || !window.isFullScreen()) {
    window.hide();
    return;
  }
  // On macOS, a full screen stays black if its window is hidden.
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}
