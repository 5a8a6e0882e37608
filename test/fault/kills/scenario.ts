import type { Call } from './caller.ts';
import type { World } from './world.ts';

/** An operation to kill, and what must hold afterwards. */
export interface Scenario {
  /** The name in the table and in `CUSTOS_KILL`; without a colon. */
  name: string;
  kills: { share: number; whole: number };
  /**
   * The operation has at least this many moments. Without a measurement, kills are drawn from these. The whole run
   * compares the number with its measurement.
   */
  momentsMin: number;
  /** Kills only at this many last moments and system calls, if the end is what matters. */
  last?: number;
  /** How often it is started and killed in a row before a start may finish; 1 by default. */
  inARow?: number;
  /** Killed while it starts: moments count from the beginning of the process, and it ends when it listens. */
  isStart?: boolean;
  script?: string;
  /** Settings of every appliance on its folder. */
  settings?: Record<string, string>;
  /** Settings of the child only. */
  env?: Record<string, string>;
  /** Whether the child works on jobs once it is armed. */
  works?: boolean;
  begin(world: World): Play;
}

/** One scenario on its own data folder, over all of its kills. `at` counts them. */
export interface Play {
  /** Once, in a running appliance on the empty folder. */
  open?(): Promise<void>;
  /** In a running appliance, before each child. */
  prepare?(at: number): Promise<void>;
  /** On the folder, with no appliance running, before each child. */
  arrange?(at: number): Promise<void>;
  /** In the child, before it is armed. */
  before?(call: Call, at: number): Promise<void>;
  /** In the child that will be killed. Throws `Gone` if it was killed. */
  operate?(call: Call, at: number): Promise<void>;
  /** In a working appliance, started after the kill; `answered`: the kill came too late. */
  check(at: number, answered: boolean): Promise<void>;
  /** On the folder, after the kills and before the start for `check`. */
  between?(at: number, answered: boolean): Promise<void>;
  close?(): Promise<void>;
}
