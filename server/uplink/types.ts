import type { ShownDirective } from './directives.ts';
import type { ContactError } from './failure.ts';
import type { Level, StopReason } from './store.ts';

/** What is known of the hub. */
export interface UplinkState {
  /** `off`: there is no hub. `waiting`: the hub has not approved yet. */
  state: 'off' | 'waiting' | 'active' | 'stopped';
  stopped: StopReason | null;
  hub: { name: string; addresses: readonly string[]; signingKey: string; caSha256: string } | null;
  /** The name under which the hub shows this appliance. */
  name: string | null;
  branch: string | null;
  level: Level | null;
  line: string | null;
  entries: number;
  confirmed: number;
  waiting: number;
  waitingBytes: number;
  oldestWaitingMs: number | null;
  receivedAtMs: number | null;
  contactedAtMs: number | null;
  error: ContactError | null;
  failingSinceMs: number | null;
  retryAtMs: number | null;
  certificateUntilMs: number | null;
  directives: ShownDirective[];
}
