import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isoTime } from '../../lib/clock.ts';
import { writeDurably } from '../../lib/durable.ts';
import { AppError, conflict } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import type { HubPool } from '../db/pool.ts';
import { type Tx, transact } from '../db/transact.ts';
import { type AuditDeps, appendAudit, macAt } from './log.ts';

const FILE = 'audit-anchor.json';

const anchorSchema = z.object({
  count: z.int().min(1),
  mac: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  /** How long the log was found to be although the anchor says more; null: it fits. */
  found: z.int().min(0).nullable(),
});

/** How long the audit log was at a moment, and the code of its last entry. It lies in a file beside the hub's keys, outside of PostgreSQL. */
export type AuditAnchor = z.output<typeof anchorSchema>;

/** The audit log is shorter than it was, or another one: the database was restored from a backup, or somebody removed entries. */
export type AuditGap = Omit<AuditAnchor, 'found'> & { found: number };

export interface AnchorDeps extends AuditDeps {
  pool: HubPool;
  keysFolder: string;
  log: Logger;
}

/**
 * Holds the audit log against its anchor, then moves the anchor to the end of the log. If the log lacks what the anchor says, the log of the program and
 * the audit log say so, and the anchor stays until an administrator acknowledges that. Runs at the start and every minute.
 */
export async function anchorAudit(deps: AnchorDeps): Promise<void> {
  const { pool, clock, log } = deps;
  // The file first: what it says was committed before the database is asked.
  const anchor = readAnchor(deps);
  if (anchor !== null && anchor.found !== null) return;
  const found = await transact(pool, 'all', (tx) => lengthOf(tx, anchor), { readOnly: true });
  if (anchor === null || found.fits) {
    const { count, mac } = found;
    if (mac !== null && count > (anchor?.count ?? 0))
      write(deps, { count, mac, at: isoTime(clock.now()), found: null });
    return;
  }
  log.error('hub_audit_gap', { anchored: anchor.count, found: found.count });
  const details = { anchored: anchor.count, anchored_at: anchor.at, mac: anchor.mac, found: found.count };
  await transact(pool, 'all', (tx) => appendAudit(tx, deps, { actor: 'system', action: 'audit.gap_found', details }));
  write(deps, { ...anchor, found: found.count });
}

/** Returns what the audit log lacks, until an administrator acknowledges it; null: nothing. */
export function auditGap(deps: Pick<AnchorDeps, 'keysFolder'>): AuditGap | null {
  const anchor = readAnchor(deps);
  return anchor === null || anchor.found === null ? null : { ...anchor, found: anchor.found };
}

/** Goes on with the audit log as it is now. The log keeps that, and what was missing. Throws `state_conflict` if nothing is missing. */
export async function acknowledgeGap(deps: AnchorDeps, actor: string): Promise<void> {
  const gap = auditGap(deps);
  if (gap === null) throw conflict('Nothing is missing from the audit log.');
  const details = { anchored: gap.count, found: gap.found };
  await transact(deps.pool, 'all', (tx) => appendAudit(tx, deps, { actor, action: 'audit.gap_acknowledged', details }));
  const { count, mac } = await transact(deps.pool, 'all', (tx) => lengthOf(tx, null), { readOnly: true });
  if (mac !== null) write(deps, { count, mac, at: isoTime(deps.clock.now()), found: null });
}

interface Length {
  count: number;
  mac: string | null;
  fits: boolean;
}

async function lengthOf(tx: Tx, anchor: AuditAnchor | null): Promise<Length> {
  const { rows } = await tx.query<{ count: number; mac: Buffer }>('SELECT count, mac FROM audit_head');
  const [head] = rows;
  const fits = anchor === null || (await macAt(tx, anchor.count))?.toString('hex') === anchor.mac;
  return { count: head?.count ?? 0, mac: head?.mac.toString('hex') ?? null, fits };
}

function readAnchor({ keysFolder }: Pick<AnchorDeps, 'keysFolder'>): AuditAnchor | null {
  const path = join(keysFolder, FILE);
  try {
    return anchorSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    const detail = `${path} is damaged. Check the audit log, then remove the file: the hub makes another one.`;
    throw new AppError('invalid_configuration', detail, error);
  }
}

function write({ keysFolder }: AnchorDeps, anchor: AuditAnchor): void {
  writeDurably(join(keysFolder, FILE), Buffer.from(`${JSON.stringify(anchor)}\n`));
}
