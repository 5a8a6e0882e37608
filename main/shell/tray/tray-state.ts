import type { MenuItemConstructorOptions } from 'electron';
import type { ShellState } from '../contract.ts';
import { fill, type ShellTexts } from '../text/texts.ts';

/** What the icon beside the clock says. Each differs by form, not by colour alone. */
export type TrayLook = 'ready' | 'working' | 'attention' | 'failed';

export interface TrayState {
  look: TrayLook;
  /** How the appliance does, in a sentence. */
  status: string;
  /** Lines of counts; empty while nothing is counted. */
  counts: string[];
}

/** What the icon beside the clock tells of the appliance: how it does and how much there is to do, nothing of anybody. */
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

/** The icon's menu. Counts are told, not clicked. */
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
