import type { BrowserWindow } from 'electron';
import type { ShellElectron } from '../contract.ts';
import type { ShellTexts } from '../text/texts.ts';

/** The console's own question, which a browser asks by itself and Electron does not. Electron waits for the answer, so nothing else goes on. */
export function mayLeave(
  dialog: Pick<ShellElectron['dialog'], 'showMessageBoxSync'>,
  window: BrowserWindow,
  { dialog: texts }: ShellTexts,
): boolean {
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: texts.leave,
    detail: texts.leave_why,
    buttons: [texts.leave_stay, texts.leave_go],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return answer === 1;
}
