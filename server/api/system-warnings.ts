import { OPTIONAL_ENGINE } from '../../models/ports.ts';
import type { BackupWarning } from '../backup/warnings.ts';
import type { SystemStateAnswer, SystemWarning } from '../contract/system-state.ts';
import type { LanWarning } from '../lan/warnings.ts';
import { LIMITS } from '../lib/limits.ts';

/** So many times what creations need must be free, so that there is time to act. */
const FREE_TIMES_MIN = 4;

type Judge = (state: Omit<SystemStateAnswer, 'warnings'>) => string | null;

/** Each says what is wrong and what to do, or null. */
const JUDGES: Readonly<Record<Exclude<SystemWarning['code'], 'backup' | LanWarning['code']>, Judge>> = {
  engine_failed: ({ engines }) => {
    const failed = engines
      .filter(({ name, state }) => state === 'failed' && name !== OPTIONAL_ENGINE)
      .map(({ name }) => name);
    return failed.length === 0 ? null : `An engine failed: ${failed.join(', ')}. Nothing is verified without it.`;
  },
  second_text_failed: ({ engines }) =>
    engines.some(({ name, state }) => state === 'failed' && name === OPTIONAL_ENGINE)
      ? 'The second text engine failed. What the first one cannot read stays unread, so that more documents wait for a person.'
      : null,
  model_damaged: ({ models }) => {
    const bad = models.filter(({ verified }) => !verified).map(({ file }) => file);
    return bad.length === 0
      ? null
      : `Not as listed: ${bad.join(', ')}. Run npm start again: it puts the models in place.`;
  },
  disk_low: ({ disk }) =>
    disk.free_bytes >= FREE_TIMES_MIN * LIMITS.diskFreeBytesMin
      ? null
      : 'The disk is nearly full. Free space: new verifications are refused when it is full.',
  dead_jobs: ({ queue }) =>
    queue.dead === 0 ? null : `${queue.dead} verifications could not be worked on. They wait for a person.`,
  lists_missing: ({ watchlists }) =>
    watchlists.active > 0 || watchlists.problem !== null
      ? null
      : 'No watchlist is loaded, so nobody can pass. Import one.',
  lists_stale: ({ watchlists: { stale } }) =>
    stale === 0 ? null : `${stale} watchlists are too old, so nobody can pass by them. Import newer ones.`,
  lists_problem: ({ watchlists }) => watchlists.problem,
  registers_stale: ({ registers: { stale } }) =>
    stale === 0 ? null : `${stale} registers of companies are too old. Import newer ones.`,
  registers_problem: ({ registers }) => registers.problem,
  backups_off: ({ backup }) =>
    backup.configured
      ? null
      : 'No folder for backups is set: if the disk is lost, all is. Set backup_dir by PATCH /v1/system/settings.',
  deliveries_blocked: ({ webhooks: { blocked } }) =>
    blocked === 0
      ? null
      : `${blocked} events were not sent, since their receivers are not allowed. See the origins of webhook_url, and webhook_allow of /v1/system/settings.`,
  origins_unconfirmed: ({ webhooks: { unconfirmed_origins: origins } }) =>
    origins === 0
      ? null
      : `${origins} origins stay allowed for webhook_url, since events went there before there was a list. Confirm them or remove them.`,
  clock_doubted: ({ clock }) => clock.message,
  rows_refused: ({ rows_refused: rows }) =>
    rows === 0
      ? null
      : `${rows} stored rows were changed from outside the appliance, and are not used. Run "custos verify-data": it names them and says what to do.`,
  faces_of_other_nets: ({ faces_of_other_nets: records }) =>
    records
      ? `The templates of faces of ${records} records were made by other nets, and are compared with nobody. Make them anew with "custos faces renew".`
      : null,
  purge_waits: ({ purge_waiting: waiting }) =>
    waiting &&
    `${waiting.records} records and the templates of faces of ${waiting.faces} are due to be erased, more than is erased unasked. Look at them with "custos retention purge --dry-run", and erase them with "custos retention purge".`,
};

/** What an administrator should mend, in the order of the table; those of the backups and the office network last, as `/readyz` says them too. */
export function systemWarnings(
  state: Omit<SystemStateAnswer, 'warnings'>,
  ofBackups: readonly BackupWarning[],
  ofLan: readonly LanWarning[],
): SystemWarning[] {
  const found = Object.entries(JUDGES).flatMap(([code, judge]) => {
    const message = judge(state);
    return message === null ? [] : [{ code: code as SystemWarning['code'], message, reason: null, at: null }];
  });
  return [
    ...found,
    ...ofBackups.map((warning) => ({ code: 'backup' as const, ...warning })),
    ...ofLan.map((warning) => ({ ...warning, reason: null })),
  ];
}
