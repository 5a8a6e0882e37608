import { manual } from '../client/manual.ts';
import type { ScreenName } from './place.ts';

/** The anchor of each screen in `server/manual/run-a-hub.md`. The French page has the same anchors. */
export const HUB_ANCHORS: Readonly<Record<ScreenName, string>> = {
  branches: 'branches',
  records: 'records',
  rollouts: 'policies-and-packs',
  files: 'carried-files',
  operators: 'operators',
  audit: 'audit-log',
};

/** Returns the address of a screen's help in the manual; null: that of the whole chapter. */
export const screenHelp = (screen: ScreenName | null): string =>
  manual(screen === null ? 'run-a-hub' : `run-a-hub#${HUB_ANCHORS[screen]}`);
