import { statfsSync, statSync } from 'node:fs';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { type CheckedWeight, createWeightsCheck } from '../../models/runtime/check-weights.ts';
import { WEIGHTS_DIR } from '../../models/runtime/weights.ts';
import { type EngineSoftware, engineSoftware } from '../../models/software.ts';
import type { Appliance } from '../appliance/appliance.ts';
import type { EgressEntry } from '../audit/egress-log.ts';
import { recoveryKeyInForce } from '../backup/recovery-store.ts';
import { doubtInWords } from '../clock/trust.ts';
import {
  type ClockAnswer,
  type EgressAnswer,
  type SystemStateAnswer,
  type systemStateRoutes,
  THROUGHPUT_BUCKETS,
  type ThroughputAnswer,
} from '../contract/system-state.ts';
import { createThroughput, type ThroughputBucket } from '../events/throughput.ts';
import { isoTime } from '../lib/clock.ts';
import { createFolderSizes, type FolderSizes } from '../lib/folder-sizes.ts';
import { lazily } from '../lib/lazily.ts';
import { LIMITS } from '../lib/limits.ts';
import { keyFingerprint } from '../lib/signatures.ts';
import { within } from '../lib/within.ts';
import { ageOfRegister } from '../registries/age.ts';
import { countMet } from '../rows/guard.ts';
import { ageOfTrustList } from '../trust/age.ts';
import { countStaged } from '../trust/store/versions.ts';
import { countDeliveries, deliveryLagMs } from '../webhooks/deliveries.ts';
import { countUnconfirmedOrigins } from '../webhooks/origins.ts';
import { healthOf } from './hub-health.ts';
import type { Handlers } from './mount.ts';
import { systemWarnings } from './system-warnings.ts';

const HOUR_MS = 3600 * 1000;

type Deps = Pick<
  Appliance,
  | 'backups'
  | 'clock'
  | 'clockTrust'
  | 'config'
  | 'db'
  | 'egress'
  | 'engines'
  | 'faceIndex'
  | 'keys'
  | 'lan'
  | 'policies'
  | 'purges'
  | 'queue'
  | 'registerSearch'
  | 'trustAnchors'
  | 'securityLog'
  | 'uplink'
  | 'watchlists'
>;

/** The program's own components are read once per process, however many appliances it opens. */
const engineSoftwareOnce = lazily(engineSoftware);

/**
 * Routes for the state of the machine, its throughput, and its outgoing connections. All but the throughput cover the whole machine, so a test key
 * has no access.
 */
export function systemStateHandlers(appliance: Deps, version: string): Handlers<typeof systemStateRoutes> {
  const { clock, config, db, egress, engines, faceIndex } = appliance;
  const weights = createWeightsCheck(WEIGHTS_DIR);
  const sizes = createFolderSizes(config.dataDir, {
    clock,
    maxAgeMs: LIMITS.folderSizesMaxAgeMs,
    waitMs: LIMITS.folderSizesWaitMs,
  });
  const throughput = createThroughput({ db, clock });
  const startedAtMs = clock.now();
  const getSystem = async (): Promise<SystemStateAnswer> => {
    const others = faceIndex && within(faceIndex.ofOtherModels(engines.face.model), LIMITS.folderSizesWaitMs);
    const [models, measured, faces] = await Promise.all([weights(), sizes(), others]);
    return stateOf(appliance, version, { startedAtMs, models, measured, facesOfOtherNets: faces?.length ?? null });
  };
  appliance.uplink.readHealthBy(async () => healthOf(appliance, await getSystem()));
  return {
    getSystem,
    confirmClock(call) {
      appliance.clockTrust.confirm(call.actor);
      return clockOf(appliance);
    },
    async getThroughput({ livemode, query }) {
      const [hours, bucketHours] = [Number(query.hours ?? 24), THROUGHPUT_BUCKETS[query.hours ?? '24']];
      const buckets = await throughput.read({ hours, bucketHours, livemode });
      return { object: 'throughput', hours, bucket_hours: bucketHours, livemode, buckets: buckets.map(presentBucket) };
    },
    listEgress(call) {
      const { entries, hasMore } = egress.list(call.query.limit ?? LIMITS.logPageDefault);
      return { object: 'list', url: call.path, has_more: hasMore, data: entries.map(presentEgress) };
    },
  };
}

function stateOf(
  appliance: Deps,
  version: string,
  found: {
    startedAtMs: number;
    models: CheckedWeight[];
    measured: FolderSizes | null;
    facesOfOtherNets: number | null;
  },
): SystemStateAnswer {
  const { clock, config, keys, queue } = appliance;
  const software: Record<string, EngineSoftware> = engineSoftwareOnce();
  const nowMs = clock.now();
  const { queued, running, dead } = queue.counts();
  const oldestMs = queue.oldestDueMs();
  const recovery = recoveryKeyInForce(keys);
  const used = process.memoryUsage();
  const { model } = appliance.engines.face;
  const faceVersion = `${software['face']?.version}; ${model.name} ${model.version}`;
  const state: Omit<SystemStateAnswer, 'warnings'> = {
    object: 'system',
    version,
    started_at: isoTime(found.startedAtMs),
    now: isoTime(nowMs),
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    engines: appliance.engines.states().map(({ engine, state, problem, backend, refused = [] }) => ({
      name: engine,
      state,
      version: engine === 'face' ? faceVersion : (software[engine]?.version ?? null),
      backend: (backend && software[engine]?.backends?.[backend]) ?? software[engine]?.backend ?? null,
      detail: problem ?? (refused.map((other) => `${other.backend}: ${other.reason}`).join(' ') || null),
    })),
    models: found.models.map(({ file, sha256, bytes, licence, version: of, verified }) => ({
      file,
      sha256,
      bytes,
      licence,
      version: of,
      verified,
    })),
    queue: { pending: queued, running, dead, oldest_pending_at: oldestMs === null ? null : isoTime(oldestMs) },
    disk: diskOf(config.dataDir, found.measured),
    memory: {
      used_bytes: used.rss,
      heap_bytes: used.heapUsed,
      machine_free_bytes: freemem(),
      machine_total_bytes: totalmem(),
    },
    workers: { ...config.workers, verifications: config.concurrency, cpus: availableParallelism() },
    master_key: {
      kind: config.masterKey.kind,
      path: config.masterKey.kind === 'passphrase' ? null : config.masterKey.path,
    },
    recovery_key: recovery === null ? null : { fingerprint: keyFingerprint(recovery.publicKey) },
    backup: backupOf(appliance, nowMs),
    watchlists: watchlistsOf(appliance, nowMs),
    registers: registersOf(appliance, nowMs),
    trust_lists: trustListsOf(appliance, nowMs),
    webhooks: webhooksOf(appliance),
    clock: clockOf(appliance),
    rows_refused: countMet(appliance.db),
    purge_waiting: appliance.purges.waiting(),
    faces_of_other_nets: found.facesOfOtherNets,
  };
  return {
    ...state,
    warnings: systemWarnings(state, appliance.backups.warnings(), [
      ...appliance.lan.warnings(),
      ...appliance.securityLog.warnings(),
      ...appliance.uplink.warnings(),
    ]),
  };
}

function clockOf({ clock, clockTrust }: Deps): ClockAnswer {
  const doubt = clockTrust.doubt();
  return {
    object: 'clock',
    now: isoTime(clock.now()),
    problem: doubt?.kind ?? null,
    right_at: doubt && isoTime(doubt.rightMs),
    said_at: doubt && isoTime(doubt.saidMs),
    message: doubt && doubtInWords(doubt),
  };
}

function diskOf(dataDir: string, measured: FolderSizes | null): SystemStateAnswer['disk'] {
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  const database = ['custos.db', 'custos.db-wal', 'keys.db', 'keys.db-wal'].reduce(
    (sum, name) => sum + (statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return {
    data_bytes: measured?.totalBytes ?? null,
    database_bytes: database,
    vault_bytes: measured && (measured.folders['files'] ?? 0),
    free_bytes: bavail * bsize,
    total_bytes: blocks * bsize,
    measured_at: measured && isoTime(measured.measuredAtMs),
  };
}

function backupOf({ backups, config }: Deps, nowMs: number): SystemStateAnswer['backup'] {
  const { dir, keysDir, intervalMs, kept } = config.backup;
  const all = listOrNone(backups);
  const last = all.find(({ status }) => status === 'completed');
  const nextMs = last === undefined ? nowMs : Math.max(nowMs, Date.parse(last.createdAt) + intervalMs);
  return {
    configured: dir !== null,
    keys_configured: keysDir !== null,
    interval_hours: intervalMs / HOUR_MS,
    kept,
    last: last === undefined ? null : { id: last.id, created_at: last.createdAt, size_bytes: last.sizeBytes },
    next_at: dir === null ? null : isoTime(nextMs),
    running: all.some(({ status }) => status === 'running'),
    failures: backups.counts().failures,
  };
}

/** A folder that cannot be read appears in the warnings; it must not hide the rest of the answer. */
function listOrNone(backups: Appliance['backups']): ReturnType<Appliance['backups']['list']> {
  try {
    return backups.list();
  } catch {
    return [];
  }
}

function watchlistsOf({ watchlists }: Deps, nowMs: number): SystemStateAnswer['watchlists'] {
  const lists = watchlists.lists(nowMs);
  return {
    active: lists.length,
    stale: lists.filter(({ stale }) => stale).length,
    problem: watchlists.problem,
    entries: lists.reduce((sum, { entries }) => sum + entries, 0),
  };
}

function registersOf({ registerSearch }: Deps, nowMs: number): SystemStateAnswer['registers'] {
  const versions = registerSearch.versions();
  return {
    active: versions.length,
    stale: versions.filter((version) => ageOfRegister(version, nowMs).stale).length,
    problem: registerSearch.problem,
    companies: versions.reduce((sum, { companies }) => sum + companies, 0),
  };
}

function trustListsOf({ db, trustAnchors }: Deps, nowMs: number): SystemStateAnswer['trust_lists'] {
  const versions = trustAnchors.versions();
  return {
    active: versions.length,
    stale: versions.filter((version) => ageOfTrustList(version, nowMs).stale).length,
    problem: trustAnchors.problem,
    staged: countStaged(db),
    certificates: versions.reduce((sum, { certificates }) => sum + certificates, 0),
  };
}

function webhooksOf({ db, clock }: Deps): SystemStateAnswer['webhooks'] {
  const counts = new Map(countDeliveries({ db }).map(({ state, count }) => [state, count]));
  const countOf = (state: 'pending' | 'failed' | 'blocked'): number => counts.get(state) ?? 0;
  return {
    pending: countOf('pending'),
    failed: countOf('failed'),
    blocked: countOf('blocked'),
    lag_ms: deliveryLagMs({ db, clock }),
    unconfirmed_origins: countUnconfirmedOrigins(db),
  };
}

function presentBucket(bucket: ThroughputBucket): ThroughputAnswer['buckets'][number] {
  const { fromMs, toMs, kyc, kyb, runMs, waitingMs } = bucket;
  return { from: isoTime(fromMs), to: isoTime(toMs), kyc, kyb, run_ms: runMs, waiting_ms: waitingMs };
}

function presentEgress({ seq, firstAtMs, lastAtMs, host, port, allowed, why, times }: EgressEntry): EgressAnswer {
  return { id: seq, first_at: isoTime(firstAtMs), last_at: isoTime(lastAtMs), host, port, allowed, why, times };
}
