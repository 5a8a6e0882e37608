import { cosineOf } from '../../models/face/compare.ts';
import { type FaceTwin, type FileTwin, type Identity, identityOf } from '../checks/duplicates.ts';
import type { Logger } from '../lib/log.ts';
import { isPassing } from '../lib/transient-errors.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { FaceIndex, MarkedFace } from '../verifications/duplicate-faces.ts';
import { findSameFiles, markFiles } from '../verifications/duplicate-files.ts';
import { openIdentity } from '../verifications/identity.ts';
import type { Verification } from '../verifications/types.ts';

/** The access of the duplicates step to the appliance's other records. */
export interface DuplicateSearch {
  /** Stores the marks of the record's files, then finds them in other records. */
  files(verification: Verification): FileTwin[];
  /** null: not enabled. Stores the faces, then finds them in other records. */
  faces: ((verification: Verification, faces: MarkedFace[], threshold: number) => Promise<FaceTwin[]>) | null;
}

export type IdentityDeps = Pick<VerificationDeps, 'db' | 'vault' | 'keys'> & { log: Logger };

export function createDuplicateSearch(deps: IdentityDeps & { faceIndex: FaceIndex | null }): DuplicateSearch {
  const { faceIndex } = deps;
  const identity = (id: string, livemode: boolean) => identityOfRecord(deps, id, livemode);
  return {
    files(verification) {
      markFiles(deps, verification);
      return findSameFiles(deps, verification).map(({ documentId, otherId }) => ({
        document_id: documentId,
        verification: otherId,
        identity: identity(otherId, verification.livemode),
      }));
    },
    faces:
      faceIndex &&
      (async (verification, faces, threshold) => {
        faceIndex.keep(verification, faces);
        const same = await faceIndex.search(verification, faces, cosineOf, threshold);
        return same.map(({ documentId, otherId, similarity, model }) => ({
          document_id: documentId,
          verification: otherId,
          identity: identity(otherId, verification.livemode),
          cosine: similarity,
          threshold,
          model,
        }));
      }),
  };
}

/**
 * Returns the person a KYC record is about. The identity is empty if the record is damaged or is being erased, because its key is
 * deleted before its rows.
 */
export function identityOfRecord(deps: IdentityDeps, id: string, livemode: boolean): Identity {
  if (deps.keys.dataKey(id) === null) return identityOf({}, []);
  try {
    return openIdentity(deps, id, livemode);
  } catch (error) {
    // A damaged record must not block another one. If the database fails, the step fails and is retried.
    if (isPassing(error)) throw error;
    deps.log.error('verification.unreadable', { verification: id }, error);
    return identityOf({}, []);
  }
}
