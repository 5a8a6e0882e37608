import type { RequestListener, Server } from 'node:http';
import type { Engines } from '../../models/ports.ts';
import type { LoginDeps } from '../access/login.ts';
import type { RevisionOf } from '../alerts/decisions.ts';
import type { Rescreener } from '../alerts/rescreen.ts';
import type { BaseDeps } from '../audit/deps.ts';
import type { EgressLog } from '../audit/egress-log.ts';
import type { Backups } from '../backup/backups.ts';
import type { Capture } from '../capture/capture.ts';
import type { ClockTrust } from '../clock/trust.ts';
import type { Uploads } from '../datasets/uploads.ts';
import type { Directory } from '../directory/directory.ts';
import type { ProgressHub } from '../events/progress.ts';
import type { FiguresReader } from '../figures/figures.ts';
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
import type { SecurityLog } from '../security-log/security-log.ts';
import type { TrustAnchors } from '../trust/active-anchors.ts';
import type { TrustLists } from '../trust/trust-lists.ts';
import type { Chosen } from '../updates/chosen.ts';
import type { Updates } from '../updates/updates.ts';
import type { Uplink } from '../uplink/uplink.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { FaceIndex } from '../verifications/duplicate-faces.ts';
import type { OverdueWatch } from '../verifications/overdue.ts';
import type { QueueIndex } from '../verifications/queue-index.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Config } from './config.ts';
import type { MasterKeys } from './master-keys.ts';
import type { Metrics } from './metrics.ts';
import type { Settings } from './settings.ts';

/** The parts of one running appliance, wired once. */
export interface Appliance extends VerificationDeps, Pick<BaseDeps, 'newId' | 'log'> {
  config: Config;
  /** The current policy and its previous versions. */
  policies: Policies;
  /** Counts how many stored records would have hits at another threshold. */
  previews: Previews;
  engines: Engines;
  watchlists: WatchlistSearch;
  lists: Lists;
  registers: Registers;
  trustLists: TrustLists;
  trustAnchors: TrustAnchors;
  /** Files of lists and registers that were uploaded and are being imported. */
  uploads: Uploads;
  registerSearch: OpenRegisterSearch;
  /** Screens stored subjects against the changes in new list versions. */
  rescreener: Rescreener;
  revisionOf: RevisionOf;
  /** Face templates; null if none are kept. */
  faceIndex: FaceIndex | null;
  /** The search index of the review queue. */
  queueIndex: QueueIndex;
  /** Counts for management and regulators. */
  figures: FiguresReader;
  /** Outgoing connections, made or refused. */
  egress: EgressLog;
  progress: ProgressHub;
  metrics: Metrics;
  runner: JobRunner;
  webhooks: Webhooks;
  /** Sends the audit log to receivers outside. */
  securityLog: SecurityLog;
  /** Serves the office network, and applicants. */
  lan: Lan;
  /** Sessions in which applicants capture by themselves. */
  capture: Capture;
  backups: Backups;
  updates: Updates;
  /** The update package that waits for an administrator. */
  chosenUpdate: Chosen;
  /** This appliance as a branch of a hub. */
  uplink: Uplink;
  /** The settings that can change while it runs. */
  settings: Settings;
  masterKeys: MasterKeys;
  /** Whether the machine's clock is right. */
  clockTrust: ClockTrust;
  retention: RetentionDeps;
  /** Erases what is due once a day, beginning at its start. */
  purges: PurgeSchedule;
  overdueWatch: OverdueWatch;
  access: LoginDeps;
  /** Login by the site's own directory. */
  directory: Directory;
  /** The secret of the key that this start created; null on every later start. */
  firstKey: string | null;
  /** Returns a new code for creating the first operator, valid for this process. Null if there is an operator. */
  openSetup(): string | null;
  /** Confirms that the start succeeded, if `Surroundings.start` left that open. Call it before anything is accepted. */
  confirmStart(): void;
  /**
   * Returns what runs, in the order of starting. `outer`: components of the process; they start after the office network is served and before the
   * engines load.
   */
  components(outer?: readonly Component<Served>[]): readonly Component<Served>[];
  /** Lets running jobs finish, then closes engines and databases. Undoes a start that was not confirmed. May be called twice. */
  close(drainTimeoutMs?: number): Promise<void>;
}

/** How the appliance is served, for its components. */
export interface Served {
  app: RequestListener;
  port: number;
  /** Prepares a further server to answer what reaches no route. */
  dress?(server: Server): void;
  /** The app for applicants, and what prepares its servers. */
  applicants?: { app: RequestListener; dress(server: Server): void };
}
