import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_FACE_NETS } from '../models/face/nets.ts';
import { RECOGNITIONS } from '../models/face/recognition.ts';
import { createLiveJudge, judge } from '../models/liveness/judge.ts';
import { EngineError, type Engines } from '../models/ports.ts';
import { createPasswordHasher, type Derive, type HashCost } from './access/hasher.ts';
import { createKey, importKey, type KeyDeps, listKeys } from './access/keys.ts';
import type { LoginDeps } from './access/login.ts';
import { countOperators } from './access/operators.ts';
import { createProposedFactors } from './access/second-factor.ts';
import { createSetupCode } from './access/setup.ts';
import { openChangedSearch, openWholeSearch } from './alerts/changed-search.ts';
import type { RevisionOf } from './alerts/decisions.ts';
import { createRescreener } from './alerts/rescreen.ts';
import type { Appliance, Served } from './appliance/appliance.ts';
import type { Config } from './appliance/config.ts';
import { openMasterKeys } from './appliance/master-keys.ts';
import { createMetrics } from './appliance/metrics.ts';
import { openSettings } from './appliance/settings.ts';
import type { BaseDeps } from './audit/deps.ts';
import { createEgressLog } from './audit/egress-log.ts';
import { newestAnchor } from './audit/entries.ts';
import { createAudit } from './audit/log.ts';
import { openBackups } from './backup/backups.ts';
import { freeBytes } from './backup/folder.ts';
import { sealRecoveryKey } from './backup/recovery-store.ts';
import { refuseUnfinishedRestore } from './backup/unfinished.ts';
import { openCapture } from './capture/capture.ts';
import type { Judges } from './capture/deps.ts';
import { recoverSessions } from './capture/ended.ts';
import { POLICY_V1, type Policy } from './checks/policy.ts';
import { thresholdRules } from './checks/thresholds.ts';
import { openClockTrust } from './clock/trust.ts';
import { openUploads } from './datasets/uploads.ts';
import { type Migration, migrate } from './db/migrate.ts';
import { MIGRATIONS } from './db/migrations/all.ts';
import { type Db, lockFolder, openDatabase } from './db/open.ts';
import type { KeyKeeper } from './desktop-key.ts';
import { openDirectory } from './directory/directory.ts';
import { type AppendedEvent, createEventLog } from './events/log.ts';
import { createProgressHub } from './events/progress.ts';
import { createFigures } from './figures/figures.ts';
import { createJobQueue } from './jobs/queue.ts';
import { createJobRunner } from './jobs/runner.ts';
import { type Lan, openLan } from './lan/lan.ts';
import { type Machine, thisMachine } from './lan/machine.ts';
import { stopAll } from './lib/components.ts';
import { AppError } from './lib/errors.ts';
import { createIds } from './lib/ids.ts';
import { LIMITS } from './lib/limits.ts';
import { readVersion } from './lib/version.ts';
import { ALGORITHM_VERSION } from './names/version.ts';
import { lineHandler } from './pipeline/handler.ts';
import { kybLine } from './pipeline/kyb.ts';
import { kycLine } from './pipeline/kyc.ts';
import { openPolicies } from './policies/policies.ts';
import { createPreviews } from './policies/preview.ts';
import { rulesInForce } from './policies/rules.ts';
import { createRegisterSearch } from './registries/open-search.ts';
import { openRegisters } from './registries/registers.ts';
import { finishErasures } from './retention/erase.ts';
import { createPurgeSchedule } from './retention/schedule.ts';
import type { RetentionDeps } from './retention/types.ts';
import { guardRows, type RefusedRow, refusedBefore } from './rows/guard.ts';
import { openLists } from './screening/lists.ts';
import { createWatchlistSearch } from './screening/search.ts';
import { createEntryReader } from './screening/store/entries.ts';
import type { SecurityLogTimes } from './security-log/outlet.ts';
import { openSecurityLog } from './security-log/security-log.ts';
import { createTrustAnchors } from './trust/active-anchors.ts';
import { openTrustLists } from './trust/trust-lists.ts';
import { openChosen } from './updates/chosen.ts';
import { homeOf } from './updates/home.ts';
import type { Here } from './updates/plan.ts';
import { openStartSnapshot, type StartKind } from './updates/start.ts';
import { trustedKeys } from './updates/trusted-keys.ts';
import { type HandOver, openUpdates } from './updates/updates.ts';
import { openUplink } from './uplink/uplink.ts';
import { KEY_FORM, type KeyStore, openKeyStore } from './vault/key-store.ts';
import { createVault } from './vault/vault.ts';
import type { VerificationDeps } from './verifications/deps.ts';
import { createFaceIndex } from './verifications/duplicate-faces.ts';
import { createOverdueWatch } from './verifications/overdue.ts';
import { createQueueIndex } from './verifications/queue-index.ts';
import { recover, refuseLostDatabase } from './verifications/recover.ts';
import { namedTrustVersions } from './verifications/sources.ts';
import { countByStatus } from './verifications/store.ts';
import { countDeliveries, deliveryLagMs } from './webhooks/deliveries.ts';
import { nameOrigins } from './webhooks/origins.ts';
import { planDeliveries } from './webhooks/plan.ts';
import { type Outbound, openWebhooks, systemOutbound } from './webhooks/webhooks.ts';

export interface Surroundings extends Pick<BaseDeps, 'clock' | 'log'> {
  engines: Engines;
  /** The policy of the program and its configuration, which applies unless an administrator changes it; the program's own by default. */
  policy?: Policy;
  /** The machine's network by default. */
  outbound?: Outbound;
  /** How long the security log waits for receivers; `LIMITS` by default. */
  securityLogTimes?: Partial<SecurityLogTimes>;
  /** How many bytes may wait for a hub; `LIMITS` by default. */
  uplink?: { waitingBytesMax: number };
  /** The names and addresses of this machine; its own by default. */
  machine?: Machine;
  /** How passwords are hashed; in threads and at `HASH_COST` by default. */
  passwords?: { cost: HashCost; derive: Derive };
  /** What a desktop shell does for the master key; missing on a headless appliance. */
  keyKeeper?: KeyKeeper;
  /** What confirms that the start succeeded; the opening itself by default. */
  start?: StartKind;
  /** Which program this is; the one with these files by default. */
  here?: Here;
  /** Set by a desktop shell: runs an installer. */
  handOver?: HandOver;
  /** The migrations of the main database; the program's own by default. */
  migrations?: readonly Migration[];
}

/**
 * Opens the data folder (created if missing), repairs it after however the previous process ended, and wires the appliance. Nothing runs yet:
 * `runner.start()` begins the work. Throws `AppError`: `folder_in_use`, `folder_newer`, `master_key_missing`, `master_key_wrong`,
 * `keystore_unavailable`, `invalid_configuration` if the main database is lost.
 */
export async function openAppliance(config: Config, surroundings: Surroundings): Promise<Appliance> {
  refuseUnfinishedRestore(config.dataDir);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  makeListsDir(config.listsDir);
  const opened: (() => void)[] = [lockFolder(join(config.dataDir, 'lock.db')).release];
  const closeAll = (): void => {
    for (const closeOne of opened.splice(0).reverse()) closeOne();
  };
  const { clock, log, migrations = MIGRATIONS, start = 'opened' } = surroundings;
  try {
    // This comes first. Until an interrupted change is resolved, the key database may be missing, and a new key would be made for it.
    const snapshot = openStartSnapshot({ dataDir: config.dataDir, clock, log }, start);
    await surroundings.keyKeeper?.find(config);
    snapshot.beforeMigrating({ main: migrations.length, keys: KEY_FORM });
    opened.push(snapshot.giveBack);
    const keys = openKeyStore(join(config.dataDir, 'keys.db'), config.masterKey);
    opened.push(keys.close);
    const db = openDatabase(join(config.dataDir, 'custos.db'));
    opened.push(() => db.close());
    refuseLostDatabase({ db, keys });
    const isOlder = (db.pragma('user_version', { simple: true }) as number) < migrations.length;
    const refused = isOlder ? refusedBefore({ db, keys }) : null;
    migrate(db, migrations);
    const wired = await wire(config, surroundings, { db, keys, refused, closeAll });
    const confirmStart = (): void => {
      snapshot.confirm();
      if (start !== 'held') wired.updates.noteResult();
    };
    if (start === 'opened') confirmStart();
    return { ...wired, confirmStart };
  } catch (error) {
    closeAll();
    throw error;
  }
}

function makeListsDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const remedy = 'Create it, or set CUSTOS_LISTS_DIR to another folder.';
    throw new AppError('invalid_configuration', `The lists folder cannot be created (${code}). ${remedy}`, cause);
  }
}

async function wire(
  config: Config,
  surroundings: Surroundings,
  { db, keys, refused, closeAll }: { db: Db; keys: KeyStore; refused: RefusedRow[] | null; closeAll: () => void },
): Promise<Omit<Appliance, 'confirmStart'>> {
  const {
    clock,
    log,
    engines,
    policy = POLICY_V1,
    passwords,
    outbound = systemOutbound,
    machine = thisMachine,
  } = surroundings;
  const newId = createIds(clock);
  const audit = createAudit({ db, keys, clock });
  guardRows({ db, keys, audit, log, refused });
  sealRecoveryKey({ db, keys, audit });
  const keystore = surroundings.keyKeeper?.keystore;
  const clockTrust = openClockTrust({ db, keyDb: keys.db, clock, audit, log });
  const masterKeys = openMasterKeys({ config, db, keys, audit, log, ...(keystore ? { keystore } : {}) });
  const egress = createEgressLog({ db, clock });
  const onAppend = (event: AppendedEvent): void => {
    planDeliveries({ db, clock, newId }, event);
    uplink.onEvent(event);
  };
  const events = createEventLog({ db, clock, newId, onAppend, auditAnchor: () => newestAnchor(db) });
  const queue = createJobQueue({ db, clock });
  const vault = createVault({ folder: config.dataDir, keys, newId });
  const progress = createProgressHub();
  const { retentionMonths: months, biometricsMonths: biometrics_months, purgeDaily: purge_daily } = config;
  const ofNets = config.faceNets === SHIPPED_FACE_NETS ? {} : RECOGNITIONS[config.faceNets].limits;
  const base = {
    ...policy,
    face: { ...policy.face, ...ofNets },
    retention: { months, biometrics_months, purge_daily },
  };
  const policies = openPolicies({ db, clock, audit, log }, base);
  const rules = rulesInForce(policies);
  const watchlists = createWatchlistSearch({
    db,
    newId,
    log,
    rules,
    cacheFolder: join(config.dataDir, 'index'),
  });
  const entryReader = createEntryReader(db);
  const revisionOf: RevisionOf = (entityId, versionId) => entryReader.get(entityId, versionId)?.revision ?? null;
  const rescreener = createRescreener({
    db,
    clock,
    newId,
    vault,
    keys,
    audit,
    events,
    log,
    revisionOf,
    policies,
    openSearch(versionId, changed) {
      const inForce = policies.current();
      const search = { db, clock, newId, rules: thresholdRules(inForce), policy: inForce, watchlists };
      return openChangedSearch(search, versionId, changed);
    },
    openWholeSearch() {
      const inForce = policies.current();
      return openWholeSearch({ clock, rules: thresholdRules(inForce), policy: inForce, watchlists });
    },
    comparison: ALGORITHM_VERSION,
  });
  const previews = createPreviews({ db, clock, newId, vault, log, watchlists, policies });
  const lists = await openLists({
    db,
    clock,
    newId,
    audit,
    packKeys: config.packKeys,
    workDir: join(config.dataDir, 'unpacked'),
    log,
    async onActivated() {
      await watchlists.reload();
      void rescreener.run();
    },
  });
  const { here = thisProgram(process.env), handOver = null } = surroundings;
  const publicKeys = (): string[] => trustedKeys(config.updateKeys);
  const updates = openUpdates({ db, clock, audit, lists, dataDir: config.dataDir, publicKeys, here, handOver });
  const registerDeps = { db, clock, folder: join(config.dataDir, 'registers') };
  const registerSearch = createRegisterSearch({ ...registerDeps, log });
  const registers = openRegisters({ ...registerDeps, newId, audit, onActivated: registerSearch.refresh });
  const trustAnchors = createTrustAnchors({ db, log });
  const trustLists = openTrustLists({
    db,
    clock,
    newId,
    audit,
    onActivated: trustAnchors.refresh,
    namedVersions: () => namedTrustVersions({ db }),
  });
  const uploads = openUploads({
    folder: join(config.dataDir, 'uploads'),
    newId,
    diskFreeBytes: () => freeBytes(config.dataDir),
  });
  const metrics = createMetrics({
    countJobs: queue.counts,
    countVerifications: () => countByStatus({ db }),
    countWatchlists: () => watchlists.lists(clock.now()).length,
    countRegisters: () => registerSearch.versions().length,
    engineBackends: () => engines.states().flatMap(({ engine, backend }) => (backend ? [{ engine, backend }] : [])),
    countDeliveries: () => countDeliveries({ db }),
    deliveryLagMs: () => deliveryLagMs({ db, clock }),
    countBackups: () => backups.counts(),
  });
  const deps: VerificationDeps = {
    db,
    clock,
    vault,
    keys,
    audit,
    events,
    queue,
    queueLengthMax: config.queueLengthMax,
    diskFreeBytes: () => freeBytes(config.dataDir),
  };
  const faceIndex = config.duplicateFaces ? createFaceIndex({ ...deps, log }) : null;
  const backups = openBackups({ ...deps, newId, log, dataDir: config.dataDir, settings: () => config.backup });
  const chosenUpdate = openChosen(updates, config.dataDir);
  const uplink = openUplink({
    db,
    keys,
    audit,
    clock,
    log,
    egress,
    lookup: outbound.lookup,
    dataDir: config.dataDir,
    version: readVersion(),
    policies,
    lists,
    trustLists,
    updates,
    chosenUpdate,
    ...surroundings.uplink,
  });
  const retention: RetentionDeps = {
    ...deps,
    log,
    keysDestroyed: backups.rewriteKeyArchives,
    clockTrust,
    faceIndex,
    reports: { erase: uplink.eraseReports, removeCopies: uplink.removeCopies },
    policy() {
      const inForce = policies.current().retention;
      const biometricsMonths = config.duplicateFaces ? inForce.biometrics_months : 0;
      return { months: inForce.months, biometricsMonths, purgeDaily: inForce.purge_daily };
    },
  };
  const erasures = await finishErasures(retention);
  if (erasures > 0) log.warn('start.erasures_finished', { erasures });
  const lan = openLan({ db, keys, audit, clock, log, machine });
  const capture = openCapture({
    ...deps,
    newId,
    log,
    judges: livenessJudges(engines),
    isServed: () => lan.capture.state().urls.length > 0,
  });
  await recover(deps, log, await recoverSessions(capture.deps));
  nameOrigins({ ...deps, newId });
  const purges = createPurgeSchedule(retention);
  const overdueWatch = createOverdueWatch({ ...deps, clockTrust, log });
  const queueIndex = createQueueIndex({ ...deps, log });
  const figures = createFigures({ db, keys, vault, log, ready: queueIndex.settled });
  const lineDeps = {
    ...deps,
    policies,
    engines,
    watchlists,
    registers: registerSearch,
    revisionOf,
    progress,
    log,
    // The index that forgets what is erased.
    faceIndex,
    trustAnchors,
    observeStep: metrics.observeStep,
  };
  const runner = createJobRunner({
    queue,
    handlers: { kyc: lineHandler(lineDeps, kycLine(lineDeps)), kyb: lineHandler(lineDeps, kybLine(lineDeps)) },
    log,
    owner: newId('job'),
    concurrency: config.concurrency,
  });
  queue.subscribe(runner.wake);
  const { ports: officePorts } = lan;
  const webhooks = openWebhooks({
    ...deps,
    newId,
    log,
    egress,
    clockTrust,
    allow: () => config.webhookAllow,
    outbound,
    officePorts,
  });
  const securityLog = openSecurityLog({
    db,
    keys,
    audit,
    clock,
    newId,
    log,
    egress,
    lookup: outbound.lookup,
    dataDir: config.dataDir,
    times: surroundings.securityLogTimes ?? {},
  });
  const settings = openSettings({ config, db, audit, engines, backups, publicKeys });
  settings.onChange(() => webhooks.wake());
  const { pepper, staffKey } = keys;
  const hasher = createPasswordHasher({ pepper, ...passwords });
  const setup = createSetupCode({ pepper });
  const access: LoginDeps = {
    db,
    clock: clockTrust.rights,
    newId,
    pepper,
    staffKey,
    audit,
    hasher,
    setup,
    proposedFactors: createProposedFactors({ clock: clockTrust.rights }),
    secondFactorRoles: (source) => (directory.asksForFactor(source) ? config.secondFactor : []),
    asksForFactor: (source) => directory.asksForFactor(source),
    codeTime: () => (clockTrust.doubt() === null ? clock.now() : null),
  };
  const directory = openDirectory({ access, keys, egress, log, lookup: outbound.lookup, officePorts });
  const firstKey = makeFirstKey(access, config);
  const components: Appliance['components'] = (outer = []) => [
    { name: 'folder', stop: closeAll },
    { name: 'audit', stop: audit.close },
    { name: 'clock', start: clockTrust.start, stop: clockTrust.stop },
    { name: 'egress', stop: egress.close },
    { name: 'webhooks', start: ({ port }) => webhooks.start(port), stop: webhooks.stop, takesWork: true },
    { name: 'uplink', start: uplink.start, stop: uplink.stop, takesWork: true },
    { name: 'security log', start: securityLog.start, stop: securityLog.stop, takesWork: true },
    { name: 'directory', start: ({ port }) => directory.start(port), stop: directory.stop },
    { name: 'queue index', start: queueIndex.start, stop: queueIndex.stop },
    { name: 'figures', start: figures.start, stop: figures.stop },
    { name: 'lan', start: (served) => startLan(lan, served), stop: lan.stop, takesWork: true },
    { name: 'capture', start: capture.start, stop: capture.stop },
    ...outer,
    { name: 'engines', start: engines.warm, stop: engines.close },
    { name: 'backups', start: backups.start, stop: backups.close },
    { name: 'previews', stop: previews.stop },
    { name: 'rescreener', start: () => void rescreener.run(), stop: rescreener.stop },
    { name: 'register search', stop: registerSearch.close },
    { name: 'watchlist search', stop: watchlists.close },
    { name: 'registers', stop: registers.close },
    { name: 'trust lists', stop: trustLists.close },
    { name: 'lists', stop: lists.close },
    { name: 'overdue watch', start: overdueWatch.start, stop: overdueWatch.stop },
    { name: 'purges', start: purges.start, stop: purges.stop },
    { name: 'runner', start: runner.start, stop: runner.stop, takesWork: true },
  ];
  let closing: Promise<void> | undefined;
  return {
    ...deps,
    config,
    policies,
    previews,
    log,
    newId,
    engines,
    watchlists,
    rescreener,
    revisionOf,
    faceIndex,
    queueIndex,
    figures,
    lists,
    registers,
    trustLists,
    trustAnchors,
    uploads,
    registerSearch,
    egress,
    progress,
    metrics,
    runner,
    clockTrust,
    retention,
    purges,
    overdueWatch,
    webhooks,
    securityLog,
    lan,
    capture,
    backups,
    updates,
    chosenUpdate,
    uplink,
    settings,
    masterKeys,
    access,
    directory,
    firstKey,
    openSetup: () => (countOperators(access) === 0 ? setup.open() : null),
    components,
    close: (drainTimeoutMs = LIMITS.drainTimeoutMs) => {
      closing ??= stopAll(components(), drainTimeoutMs);
      return closing;
    },
  };
}

/** Returns what measures and judges the frames of challenges. */
function livenessJudges({ liveness }: Engines): Judges {
  return {
    model: liveness.model,
    createLiveJudge,
    judge,
    measure: (jpegs) =>
      liveness.measure(jpegs).catch((error: unknown) => {
        if (error instanceof EngineError && error.failure === 'bad_input') return null;
        throw error;
      }),
  };
}

async function startLan(lan: Lan, { app, port, dress, applicants }: Served): Promise<void> {
  await lan.start(app, port, dress);
  if (applicants) await lan.capture.start(applicants.app, port, applicants.dress);
}

/** Returns the program with these files. */
export function thisProgram(env: NodeJS.ProcessEnv): Here {
  const { platform, arch } = process;
  return { version: readVersion(), platform, arch, home: homeOf(env), desktop: env['CUSTOS_SHELL'] === '1' };
}

/** Creates a key in a folder that has none: the one given from outside, whose secret is not shown, or a new one. */
function makeFirstKey(access: KeyDeps, { apiKey, showSecrets }: Config): string | null {
  if (apiKey !== null) {
    importKey(access, { secret: apiKey, label: 'CUSTOS_API_KEY', actor: 'system' });
    return null;
  }
  // Nobody would know of a key that is never shown, so nobody could revoke it.
  if (!showSecrets || listKeys(access).length > 0) return null;
  return createKey(access, { label: 'first key', livemode: true, scopes: 'all', actor: 'system' }).secret;
}
