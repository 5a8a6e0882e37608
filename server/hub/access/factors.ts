import { afterCode, CODE_MISSING, type Factor, sealFactor, unsealFactor } from '../../access/totp.ts';
import { AppError } from '../../lib/errors.ts';
import type { Tx } from '../db/transact.ts';
import type { HubAccess } from './deps.ts';

/** What is stored, sealed, of an operator's second factor. A secret waits here for its first code, which another process of the hub may get. */
export interface KeptFactor {
  inForce: Factor | null;
  proposed: { secret: string; untilMs: number } | null;
}

interface FactorRow {
  id: string;
  sealed_factor: Buffer | null;
}

const placeOf = (id: string): string => `hub-operator:${id}:second-factor`;

/** Returns what is stored of this row's second factor. */
export function keptFactor({ staffKey }: Pick<HubAccess, 'staffKey'>, { id, sealed_factor }: FactorRow): KeptFactor {
  return sealed_factor === null
    ? { inForce: null, proposed: null }
    : unsealFactor(staffKey, placeOf(id), sealed_factor);
}

/** Replaces what is stored, in the caller's transaction, which has locked the row. */
export async function storeFactor(access: HubAccess, tx: Tx, id: string, kept: KeptFactor): Promise<void> {
  const isNone = kept.inForce === null && kept.proposed === null;
  const sealed = isNone ? null : sealFactor(access.staffKey, placeOf(id), kept);
  await tx.query('UPDATE operators SET sealed_factor = $2, updated_at = $3 WHERE id = $1', [
    id,
    sealed,
    access.clock.now(),
  ]);
}

/**
 * Whether the second factor of this row, which the caller's transaction has locked, accepts the code. Records a used code. Throws
 * `second_factor_required` without a code.
 */
export async function opensFactor(
  access: HubAccess,
  tx: Tx,
  row: FactorRow,
  code: string | undefined,
): Promise<boolean> {
  const kept = keptFactor(access, row);
  if (kept.inForce === null) return true;
  if (code === undefined) throw new AppError('second_factor_required', CODE_MISSING);
  const after = afterCode(access, kept.inForce, code, () => access.clock.now());
  if (after === null) return false;
  await storeFactor(access, tx, row.id, { ...kept, inForce: after });
  return true;
}
