import type { RequestListener, Server } from 'node:http';
import type { Engines } from '../../models/ports.ts';
import type { LoginDeps } from '../access/login.ts';
import type { RevisionOf } from '../alerts/decisions.ts';
import type { Rescreener } from '../alerts/rescreen.ts';
import type { BaseDeps } from '../audit/deps.ts';
import type { EgressLog } from '../audit/egress-log.ts';
import type { Backups } from '../backup/backups.ts';
import type { ClockTrust } from '../clock/trust.ts';
import type { Uploads } from '../datasets/uploads.ts';
import type { ProgressHub } from '../events/progress.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Lan } from '../lan/lan.ts';
import type { Component } from '../lib/components.ts';
import type { Policies } from '../policies/policies.ts';
import type { Previews } from '../policies/preview.ts';
import type { OpenRegisterSearch } from '../registries/open-search.ts';
import type { Registers } from '../registries/registers.ts';
import type { PurgeSchedule } from '../retention/schedule.ts';
import type { RetentionDeps } from '../retention/types.ts';
import type { Lists } from '../screening/lists.ts';
import type { WatchlistSearch } from '../screening/search.ts';
import type { Updates } from '../updates/updates.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { FaceIndex } from '../verifications/duplicate-faces.ts';
import type { QueueIndex } from '../verifications/queue-index.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Config } from './config.ts';
import type { MasterKeys } from './master-keys.ts';
import type { Metrics } from './metrics.ts';
import type { Settings } from './settings.ts';

/** Everything of one running appliance, wired once. */
export interface Appliance extends VerificationDeps, Pick<BaseDeps, 'newId' | 'log'> {
  config: Config;
  /** The rules of every decision, and those before them. */
  policies: Policies;
  /** How many stored records would have hits at another threshold. */
  previews: Previews;
  engines: Engines;
  watchlists: WatchlistSearch;
  lists: Lists;
  registers: Registers;
  /** Files of lists and registers that were sent and are being imported. */
  uploads: Uploads;
  registerSearch: OpenRegisterSearch;
  /** Screens stored subjects against what list versions change. */
  rescreener: Rescreener;
  revisionOf: RevisionOf;
  /** Templates of faces; null: none is kept. */
  faceIndex: FaceIndex | null;
  /** What the queue of records is searched by. */
  queueIndex: QueueIndex;
  /** What was connected to, or refused to be. */
  egress: EgressLog;
  progress: ProgressHub;
  metrics: Metrics;
  runner: JobRunner;
  webhooks: Webhooks;
  /** Serves other machines of the office. */
  lan: Lan;
  backups: Backups;
  updates: Updates;
  /** What a person changes of the configuration while it runs. */
  settings: Settings;
  masterKeys: MasterKeys;
  /** Whether the machine's clock is right. */
  clockTrust: ClockTrust;
  retention: RetentionDeps;
  /** Erases what is due once a day, from its start on. */
  purges: PurgeSchedule;
  access: LoginDeps;
  /** The secret of the key that this start made; null on every later start. */
  firstKey: string | null;
  /**
   * Where there is no operator yet: a new code for making the first one, which ends with this process. Null where there is one.
   */
  openSetup(): string | null;
  /** The start has succeeded, where `Surroundings.start` left that open. To be called before anything is accepted. */
  confirmStart(): void;
  /** What runs, in the order in which it starts. `outer`: what the process adds; it starts once the office is served, before the engines load. */
  components(outer?: readonly Component<Served>[]): readonly Component<Served>[];
  /** Lets running jobs end, then closes engines and databases; a start that was not confirmed is undone. May be called twice. */
  close(drainTimeoutMs?: number): Promise<void>;
}

/** How the appliance is served, as its components need to know. */
export interface Served {
  app: RequestListener;
  port: number;
  /** Makes a further server answer what reaches no route. */
  dress?(server: Server): void;
}
