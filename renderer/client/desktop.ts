import type { DesktopBridge } from '../../server/contract/desktop.ts';

/** The desktop shell around the console; undefined in a browser. */
export const desktop = (globalThis as { custos?: DesktopBridge }).custos;
