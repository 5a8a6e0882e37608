import { describe, expect, it } from 'vitest';
import { systemWarnings } from '../../../server/api/system-warnings.ts';
import { backupWarning } from '../../../server/backup/warnings.ts';
import { SYSTEM_WARNINGS, type SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { LAN_WARNINGS } from '../../../server/lan/warnings.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { SECURITY_LOG_WARNINGS } from '../../../server/security-log/warnings.ts';
import { UPLINK_WARNINGS } from '../../../server/uplink/warnings.ts';

type State = Omit<SystemStateAnswer, 'warnings'>;

const NOW = '2026-01-15T12:00:00.000Z';
const WELL: State = {
  object: 'system',
  version: '1.0.0',
  started_at: '2026-01-15T12:00:00.000Z',
  now: '2026-01-15T12:00:00.000Z',
  node: '24.0.0',
  platform: 'linux',
  arch: 'x64',
  engines: [{ name: 'text', state: 'ready', version: null, backend: null, detail: null }],
  models: [{ file: 'a', sha256: '', bytes: 1, licence: 'MIT', version: '1', verified: true }],
  queue: { pending: 5, running: 1, dead: 0, oldest_pending_at: null },
  disk: {
    data_bytes: null,
    database_bytes: 1,
    vault_bytes: null,
    free_bytes: 100 * LIMITS.diskFreeBytesMin,
    total_bytes: 200 * LIMITS.diskFreeBytesMin,
    measured_at: null,
  },
  memory: { used_bytes: 1, heap_bytes: 1, machine_free_bytes: 1, machine_total_bytes: 1 },
  workers: { text: 1, face: 1, image: 1, pdf: 1, verifications: 1, cpus: 1 },
  master_key: { kind: 'passphrase', path: null },
  recovery_key: { fingerprint: 'a' },
  backup: {
    configured: true,
    keys_configured: true,
    interval_hours: 24,
    kept: 7,
    last: null,
    next_at: null,
    running: false,
    failures: 0,
  },
  watchlists: { active: 1, stale: 0, problem: null, entries: 5 },
  registers: { active: 0, stale: 0, problem: null, companies: 0 },
  trust_lists: { active: 1, stale: 0, problem: null, staged: 0, certificates: 3 },
  webhooks: { pending: 3, failed: 2, blocked: 0, lag_ms: 5, unconfirmed_origins: 0 },
  clock: { object: 'clock', now: NOW, problem: null, right_at: null, said_at: null, message: null },
  purge_waiting: null,
  faces_of_other_nets: null,
  rows_refused: 0,
};

const FAULTS: Record<
  Exclude<
    (typeof SYSTEM_WARNINGS)[number],
    'backup' | (typeof LAN_WARNINGS)[number] | (typeof SECURITY_LOG_WARNINGS)[number] | (typeof UPLINK_WARNINGS)[number]
  >,
  Partial<State>
> = {
  engine_failed: { engines: [{ name: 'text', state: 'failed', version: null, backend: null, detail: 'x' }] },
  second_text_failed: {
    engines: [...WELL.engines, { name: 'second_text', state: 'failed', version: null, backend: null, detail: 'x' }],
  },
  model_damaged: { models: [{ file: 'a', sha256: '', bytes: 1, licence: 'MIT', version: '1', verified: false }] },
  disk_low: { disk: { ...WELL.disk, free_bytes: 2 * LIMITS.diskFreeBytesMin } },
  dead_jobs: { queue: { ...WELL.queue, dead: 1 } },
  lists_missing: { watchlists: { ...WELL.watchlists, active: 0 } },
  lists_stale: { watchlists: { ...WELL.watchlists, stale: 1 } },
  lists_problem: { watchlists: { ...WELL.watchlists, active: 0, problem: 'They cannot be loaded.' } },
  registers_stale: { registers: { ...WELL.registers, stale: 1 } },
  registers_problem: { registers: { ...WELL.registers, problem: 'A file is gone.' } },
  trust_lists_stale: { trust_lists: { ...WELL.trust_lists, stale: 1 } },
  trust_lists_staged: { trust_lists: { ...WELL.trust_lists, staged: 1 } },
  trust_lists_problem: { trust_lists: { ...WELL.trust_lists, problem: 'It was changed.' } },
  backups_off: { backup: { ...WELL.backup, configured: false } },
  deliveries_blocked: { webhooks: { ...WELL.webhooks, blocked: 1 } },
  origins_unconfirmed: { webhooks: { ...WELL.webhooks, unconfirmed_origins: 1 } },
  clock_doubted: { clock: { ...WELL.clock, problem: 'ahead', right_at: NOW, said_at: NOW, message: 'It is ahead.' } },
  rows_refused: { rows_refused: 1 },
  faces_of_other_nets: { faces_of_other_nets: 3 },
  purge_waits: { purge_waiting: { records: 21, faces: 0 } },
};

describe('warnings of the system', () => {
  it('are none where all is well', () => {
    expect(systemWarnings(WELL, [], [])).toEqual([]);
  });

  it.each(Object.entries(FAULTS))('%s', (code, fault) => {
    const found = systemWarnings({ ...WELL, ...fault }, [], []);
    expect(found.map((warning) => warning.code)).toEqual([code]);
    expect(found[0]?.message).toMatch(/^[A-Z0-9].*\.$/);
  });

  it('repeat what the backups and the office network say, last', () => {
    const failed = { code: 'lan_failed' as const, message: 'Other machines are not served.', at: null };
    const ofBackups = [backupWarning('none', 'There is no backup yet. Create one with "custos backup create".')];
    const found = systemWarnings({ ...WELL, ...FAULTS.dead_jobs }, ofBackups, [failed]);
    expect(found).toEqual([
      expect.objectContaining({ code: 'dead_jobs' }),
      {
        code: 'backup',
        message: 'There is no backup yet. Create one with "custos backup create".',
        reason: 'none',
        at: null,
      },
      { ...failed, reason: null },
    ]);
  });

  it('have codes that are all in the contract', () => {
    expect(
      [...Object.keys(FAULTS), 'backup', ...LAN_WARNINGS, ...SECURITY_LOG_WARNINGS, ...UPLINK_WARNINGS].sort(),
    ).toEqual([...SYSTEM_WARNINGS].sort());
  });
});
