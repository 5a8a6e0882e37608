import { EngineError } from '../../models/ports.ts';
import { must } from '../lib/assert.ts';
import type { Policies } from '../policies/policies.ts';
import type { FaceIndex } from '../verifications/duplicate-faces.ts';
import { comparedFaces } from './face.ts';
import { type KycDeps, kycLine } from './kyc.ts';

/**
 * Replaces face templates made by other networks, from the records' own pictures, by the policy in force. If it is interrupted,
 * each record has either its former templates or the new ones. Returns how many were renewed, and how many were left unchanged
 * because their pictures no longer give a face, or because they are in use.
 * @param told called after each record with the number of records examined and the total
 */
export async function renewFaces(
  deps: KycDeps & { faceIndex: FaceIndex; policies: Pick<Policies, 'current'> },
  told: (done: number, of: number) => void,
) {
  const line = kycLine(deps);
  const policy = deps.policies.current();
  const records = await deps.faceIndex.ofOtherModels(deps.engines.face.model);
  const result = { renewed: 0, left: 0 };
  for (const [done, { id, livemode }] of records.entries()) {
    const verification = line.load(id, livemode);
    if (verification?.results.read && verification.status !== 'processing') {
      const context = line.open(verification, policy);
      const faces = await comparedFaces(context)
        .catch((error: unknown) => {
          if (error instanceof EngineError && error.failure === 'bad_input') return [];
          throw error;
        })
        .finally(() => line.close?.(context));
      if (faces.length > 0) deps.faceIndex.renew(must(line.load(id, livemode), 'the record is there'), faces);
      result[faces.length > 0 ? 'renewed' : 'left'] += 1;
    } else result.left += 1;
    told(done + 1, records.length);
  }
  return result;
}
