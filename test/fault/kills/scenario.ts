import type { Call } from './caller.ts';
import type { World } from './world.ts';

/** An operation that is killed, and what must hold after it. */
export interface Scenario {
  /** In the table, and in `CUSTOS_KILL`; without a colon. */
  name: string;
  kills: { share: number; whole: number };
  /** It has at least so many moments: where nothing has been measured, one of these is drawn. The whole run holds it against what it measures. */
  momentsMin: number;
  /** Killed at the last so many moments and system calls alone, where it is the end that matters. */
  last?: number;
  /** How often it is started and killed before the next start is let be; 1 unless given. */
  inARow?: number;
  /** Killed while it starts: moments are counted from the beginning of the process, and to listen is the end of it. */
  isStart?: boolean;
  script?: string;
  /** Of every appliance on its folder. */
  settings?: Record<string, string>;
  /** Of the child alone. */
  env?: Record<string, string>;
  /** Whether it works on jobs once it is armed. */
  works?: boolean;
  begin(world: World): Play;
}

/** One scenario on a data folder of its own, over all of its kills. `at` counts them. */
export interface Play {
  /** Once, in a running appliance on the empty folder. */
  open?(): Promise<void>;
  /** In a running appliance, before each child. */
  prepare?(at: number): Promise<void>;
  /** On the folder, while nothing runs on it, before each child. */
  arrange?(at: number): Promise<void>;
  /** In the child, before it is armed. */
  before?(call: Call, at: number): Promise<void>;
  /** In the child that is to be killed. Throws `Gone` where it was. */
  operate?(call: Call, at: number): Promise<void>;
  /** In an appliance that was started after the kill and works; `answered`: the kill came too late. */
  check(at: number, answered: boolean): Promise<void>;
  /** On the folder, after the kills and before the start that `check` sees. */
  between?(at: number, answered: boolean): Promise<void>;
  close?(): Promise<void>;
}
