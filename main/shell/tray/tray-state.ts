import type { MenuItemConstructorOptions } from 'electron';
import type { ShellState } from '../contract.ts';
import { fill, type ShellTexts } from '../text/texts.ts';

/** The state that the tray icon shows. Each differs by shape, not only by colour. */
export type TrayLook = 'ready' | 'working' | 'attention' | 'failed';

export interface TrayState {
  look: TrayLook;
  /** The state of the appliance, in a sentence. */
  status: string;
  /** Lines of counts; empty if there are none. */
  counts: string[];
}

/** Returns what the tray icon shows: the appliance's state and the amount of work, no personal data. */
export function trayState({ phase, told }: ShellState, { tray }: ShellTexts): TrayState {
  if (phase === 'failed') return { look: 'failed', status: tray.failed, counts: [] };
  if (phase === 'passphrase') return { look: 'attention', status: tray.passphrase, counts: [] };
  if (phase === 'stopping') return { look: 'working', status: tray.stopping, counts: [] };
  if (phase !== 'running' || told === null) return { look: 'working', status: tray.starting, counts: [] };
  const counts = [
    fill(tray.waiting, { count: told.needsReview }),
    fill(tray.alerts, { count: told.alertsOpen }),
    fill(tray.working, { count: told.processing }),
  ];
  if (!told.ready) return { look: 'attention', status: tray.attention, counts };
  return { look: told.processing > 0 ? 'working' : 'ready', status: tray.ready, counts };
}

/** Returns the icon's menu. Counts cannot be clicked. */
export function trayMenu(
  { status, counts }: TrayState,
  { tray }: ShellTexts,
  acts: { open: () => void; quit: () => void },
): MenuItemConstructorOptions[] {
  return [
    ...[status, ...counts].map((label) => ({ label, enabled: false })),
    { type: 'separator' },
    { label: tray.open, click: acts.open },
    { label: tray.quit, click: acts.quit },
  ];
}
