import { statfsSync, statSync } from 'node:fs';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { Router } from 'express';
import type { CheckedWeight } from '../../models/runtime/check-weights.ts';
import type { EngineSoftware } from '../../models/software.ts';
import type { EgressEntry } from '../audit/egress-log.ts';
import { recoveryKeyInForce } from '../backup/recovery-store.ts';
import { doubtInWords } from '../clock/trust.ts';
import type { Appliance } from '../context.ts';
import {
  type ClockAnswer,
  type EgressAnswer,
  egressQuerySchema,
  type SystemStateAnswer,
  THROUGHPUT_BUCKETS,
  type ThroughputAnswer,
  throughputQuerySchema,
} from '../contract/system-state.ts';
import { createThroughput, type ThroughputBucket } from '../events/throughput.ts';
import { isoTime } from '../lib/clock.ts';
import { createFolderSizes, type FolderSizes } from '../lib/folder-sizes.ts';
import { LIMITS } from '../lib/limits.ts';
import { within } from '../lib/within.ts';
import { ageOfRegister } from '../registries/age.ts';
import { countMet } from '../rows/guard.ts';
import { keyFingerprint } from '../vault/signing-key.ts';
import { countDeliveries, deliveryLagMs } from '../webhooks/deliveries.ts';
import { countUnconfirmedOrigins } from '../webhooks/origins.ts';
import { principalOf } from './authorise.ts';
import type { Guard } from './guard.ts';
import { liveOnly } from './live-only.ts';
import { addRoute, produces } from './route.ts';
import { systemWarnings } from './system-warnings.ts';
import { parseQuery } from './validate.ts';

const PATH = '/v1/system';
const HOUR_MS = 3600 * 1000;

export interface SystemStateDeps {
  guard: Guard;
  version: string;
  appliance: Pick<
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
    | 'purges'
    | 'queue'
    | 'registerSearch'
    | 'watchlists'
  >;
  /** By engine. */
  software: Readonly<Record<string, EngineSoftware>>;
  /** The model files as they lie there now. */
  weights(): Promise<CheckedWeight[]>;
}

/**
 * `/v1/system`: the state of the machine, its throughput, and what it connected to. But for the throughput it is of the whole machine,
 * so that a test key has no say.
 */
export function systemStateRouter(deps: SystemStateDeps): Router {
  const { guard, appliance } = deps;
  const { clock, config, db, egress } = appliance;
  const router = Router();
  const admin = [...guard.allow('admin'), produces('application/json')];
  const live = [...admin, liveOnly('The system is of live data. Use a live key with the scope admin.')];
  const sizes = createFolderSizes(config.dataDir, {
    clock,
    maxAgeMs: LIMITS.folderSizesMaxAgeMs,
    waitMs: LIMITS.folderSizesWaitMs,
  });
  const throughput = createThroughput({ db, clock });
  const startedAtMs = clock.now();

  addRoute(router, PATH, {
    get: [
      ...live,
      async (_req, res) => {
        const { faceIndex, engines } = appliance;
        const others = faceIndex && within(faceIndex.ofOtherModels(engines.face.model), LIMITS.folderSizesWaitMs);
        const [models, measured, faces] = await Promise.all([deps.weights(), sizes(), others]);
        res.json(stateOf(deps, { startedAtMs, models, measured, facesOfOtherNets: faces?.length ?? null }));
      },
    ],
  });
  addRoute(router, `${PATH}/clock/confirm`, {
    post: [
      ...live,
      (_req, res) => {
        appliance.clockTrust.confirm(principalOf(res).actorId);
        res.json(clockOf(appliance));
      },
    ],
  });
  addRoute(router, `${PATH}/throughput`, {
    get: [
      ...admin,
      async (req, res) => {
        const query = parseQuery(throughputQuerySchema, req.query, 'hours is not valid. See errors.');
        const { livemode } = principalOf(res);
        const [hours, bucketHours] = [Number(query.hours ?? 24), THROUGHPUT_BUCKETS[query.hours ?? '24']];
        const buckets = await throughput.read({ hours, bucketHours, livemode });
        const answer: ThroughputAnswer = {
          object: 'throughput',
          hours,
          bucket_hours: bucketHours,
          livemode,
          buckets: buckets.map(presentBucket),
        };
        res.json(answer);
      },
    ],
  });
  addRoute(router, `${PATH}/egress`, {
    get: [
      ...live,
      (req, res) => {
        const query = parseQuery(egressQuerySchema, req.query, 'limit is not valid. See errors.');
        const { entries, hasMore } = egress.list(query.limit ?? LIMITS.logPageDefault);
        res.json({ object: 'list', url: `${PATH}/egress`, has_more: hasMore, data: entries.map(presentEgress) });
      },
    ],
  });
  return router;
}

function stateOf(
  { appliance, version, software }: SystemStateDeps,
  found: {
    startedAtMs: number;
    models: CheckedWeight[];
    measured: FolderSizes | null;
    facesOfOtherNets: number | null;
  },
): SystemStateAnswer {
  const { clock, config, keys, queue } = appliance;
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
    webhooks: webhooksOf(appliance),
    clock: clockOf(appliance),
    rows_refused: countMet(appliance.db),
    purge_waiting: appliance.purges.waiting(),
    faces_of_other_nets: found.facesOfOtherNets,
  };
  return { ...state, warnings: systemWarnings(state, appliance.backups.warnings(), appliance.lan.warnings()) };
}

function clockOf({ clock, clockTrust }: SystemStateDeps['appliance']): ClockAnswer {
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

function backupOf({ backups, config }: SystemStateDeps['appliance'], nowMs: number): SystemStateAnswer['backup'] {
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

/** A folder that cannot be read is told of by the warnings, and must not hide all the rest. */
function listOrNone(backups: Appliance['backups']): ReturnType<Appliance['backups']['list']> {
  try {
    return backups.list();
  } catch {
    return [];
  }
}

function watchlistsOf({ watchlists }: SystemStateDeps['appliance'], nowMs: number): SystemStateAnswer['watchlists'] {
  const lists = watchlists.lists(nowMs);
  return {
    active: lists.length,
    stale: lists.filter(({ stale }) => stale).length,
    problem: watchlists.problem,
    entries: lists.reduce((sum, { entries }) => sum + entries, 0),
  };
}

function registersOf({ registerSearch }: SystemStateDeps['appliance'], nowMs: number): SystemStateAnswer['registers'] {
  const versions = registerSearch.versions();
  return {
    active: versions.length,
    stale: versions.filter((version) => ageOfRegister(version, nowMs).stale).length,
    problem: registerSearch.problem,
    companies: versions.reduce((sum, { companies }) => sum + companies, 0),
  };
}

function webhooksOf({ db, clock }: SystemStateDeps['appliance']): SystemStateAnswer['webhooks'] {
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
