import { OPTIONAL_ENGINE } from '../../models/ports.ts';
import type { BackupWarning } from '../backup/warnings.ts';
import type { SystemStateAnswer, SystemWarning } from '../contract/system-state.ts';
import type { LanWarning } from '../lan/warnings.ts';
import { LIMITS } from '../lib/limits.ts';
import type { SecurityLogWarning } from '../security-log/warnings.ts';
import type { UplinkWarning } from '../uplink/warnings.ts';

/** A warning appears while free space is still this many times what new verifications need, so there is time to act. */
const FREE_TIMES_MIN = 4;

type Judge = (state: Omit<SystemStateAnswer, 'warnings'>) => string | null;

/** Each returns what is wrong and what to do, or null. */
const JUDGES: Readonly<
  Record<
    Exclude<SystemWarning['code'], 'backup' | LanWarning['code'] | SecurityLogWarning['code'] | UplinkWarning['code']>,
    Judge
  >
> = {
  engine_failed: ({ engines }) => {
    const failed = engines
      .filter(({ name, state }) => state === 'failed' && name !== OPTIONAL_ENGINE)
      .map(({ name }) => name);
    return failed.length === 0
      ? null
      : `An engine failed: ${failed.join(', ')}. Verifications do not run without it. Restart the appliance; if the engine fails again, see the log.`;
  },
  second_text_failed: ({ engines }) =>
    engines.some(({ name, state }) => state === 'failed' && name === OPTIONAL_ENGINE)
      ? 'The second text engine failed. Text that the first engine cannot read stays unread, so more documents need review.'
      : null,
  model_damaged: ({ models }) => {
    const bad = models.filter(({ verified }) => !verified).map(({ file }) => file);
    return bad.length === 0
      ? null
      : `These model files are missing or changed: ${bad.join(', ')}. Install Custos again, which restores them. In a clone, run npm start again.`;
  },
  disk_low: ({ disk }) =>
    disk.free_bytes >= FREE_TIMES_MIN * LIMITS.diskFreeBytesMin
      ? null
      : 'The disk is nearly full. Free some space. When the disk is full, new verifications are refused.',
  dead_jobs: ({ queue }) =>
    queue.dead === 0
      ? null
      : `${queue.dead} verifications could not be processed and need review. Open them in the queue.`,
  lists_missing: ({ watchlists }) =>
    watchlists.active > 0 || watchlists.problem !== null
      ? null
      : 'No watchlist is loaded, so no verification can pass. Import one.',
  lists_stale: ({ watchlists: { stale } }) =>
    stale === 0
      ? null
      : `${stale} watchlists are too old, so no verification can pass with them. Import newer versions.`,
  lists_problem: ({ watchlists }) => watchlists.problem,
  registers_stale: ({ registers: { stale } }) =>
    stale === 0 ? null : `${stale} company registers are too old. Import newer versions.`,
  registers_problem: ({ registers }) => registers.problem,
  trust_lists_stale: ({ trust_lists: { stale } }) =>
    stale === 0 ? null : `${stale} trust lists are too old. Import newer versions.`,
  trust_lists_staged: ({ trust_lists: { staged } }) =>
    staged === 0 ? null : `${staged} trust lists were imported and are not used yet. Compare and activate them.`,
  trust_lists_problem: ({ trust_lists }) => trust_lists.problem,
  backups_off: ({ backup }) =>
    backup.configured
      ? null
      : 'No backup folder is set. If the disk is lost, all data is lost. Set backup_dir with PATCH /v1/system/settings.',
  deliveries_blocked: ({ webhooks: { blocked } }) =>
    blocked === 0
      ? null
      : `${blocked} events were not sent because their receivers are not allowed. Check the allowed origins of webhook_url, and webhook_allow in /v1/system/settings.`,
  origins_unconfirmed: ({ webhooks: { unconfirmed_origins: origins } }) =>
    origins === 0
      ? null
      : `${origins} origins are allowed for webhook_url because an earlier version sent events there. Confirm or remove them.`,
  clock_doubted: ({ clock }) => clock.message,
  rows_refused: ({ rows_refused: rows }) =>
    rows === 0
      ? null
      : `${rows} stored rows were changed outside the appliance and are not used. Run "custos verify-data" to list them and see what to do.`,
  faces_of_other_nets: ({ faces_of_other_nets: records }) =>
    records
      ? `The face templates of ${records} records come from a different model and are not compared. Recreate them with "custos faces renew".`
      : null,
  purge_waits: ({ purge_waiting: waiting }) =>
    waiting &&
    `${waiting.records} records and the face templates of ${waiting.faces} records are due for erasure. That is more than the appliance erases automatically. List them with "custos retention purge --dry-run", and erase them with "custos retention purge".`,
};

/** Returns what an administrator should fix, in the order of the table. Warnings about backups, the office network, the security log and the hub come last, as in `/readyz`. */
export function systemWarnings(
  state: Omit<SystemStateAnswer, 'warnings'>,
  ofBackups: readonly BackupWarning[],
  others: readonly (LanWarning | SecurityLogWarning | UplinkWarning)[],
): SystemWarning[] {
  const found = Object.entries(JUDGES).flatMap(([code, judge]) => {
    const message = judge(state);
    return message === null ? [] : [{ code: code as SystemWarning['code'], message, reason: null, at: null }];
  });
  return [
    ...found,
    ...ofBackups.map((warning) => ({ code: 'backup' as const, ...warning })),
    ...others.map((warning) => ({ ...warning, reason: null })),
  ];
}
