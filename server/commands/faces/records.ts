import type { EngineVersion } from '../../../models/ports.ts';
import { LIMITS } from '../../lib/limits.ts';
import { type IdentityDeps, identityOfRecord } from '../../pipeline/duplicate-search.ts';
import type { FaceIndex } from '../../verifications/duplicate-faces.ts';
import { reviewOf } from '../../verifications/review-store.ts';
import { getSubmission } from '../../verifications/store.ts';
import type { Gathered } from './folder.ts';

/**
 * The people whom a person let pass, by the templates of their faces that are kept: those who consented to it, the newest record of each
 * date of birth alone, so that nobody who came twice counts as two. Only templates of this model, the one in force.
 */
export async function peopleOfRecords(
  deps: IdentityDeps,
  faceIndex: FaceIndex,
  model: EngineVersion,
): Promise<Gathered> {
  const gathered: Gathered = { people: [], leftOut: 0 };
  const births = new Set<string>();
  for (const { verificationId, embeddings } of await faceIndex.records(true, model)) {
    const birth = wasApproved(deps, verificationId) ? identityOfRecord(deps, verificationId, true).dob : null;
    if (birth === null || births.has(birth)) {
      gathered.leftOut += embeddings.length;
      continue;
    }
    births.add(birth);
    gathered.people.push({ embeddings });
    if (gathered.people.length * 2 >= LIMITS.calibrationPicturesMax) break;
  }
  return gathered;
}

function wasApproved(deps: IdentityDeps, id: string): boolean {
  const review = reviewOf(deps, id);
  if (review?.state !== 'decided' || (review.second ?? review.first)?.decision !== 'approve') return false;
  return getSubmission(deps, id, true)?.consent === true;
}
