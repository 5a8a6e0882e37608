import type { HubAccess } from '../access/deps.ts';
import type { HubDeps } from '../deps.ts';

/** What the hub's console needs. */
export interface HubConsole {
  access: HubAccess;
  hub: HubDeps;
  /** The hub's name, and the addresses at which branches reach it. */
  site: { hub: string; addresses: string[] };
  version: string;
  /** For files that arrive and that are written, each for a short time. */
  spoolFolder: string;
}
