import { checkDuplicates, type FaceSearched, identityOf } from '../checks/duplicates.ts';
import { comparedFaces } from './face.ts';
import type { Step, StepContext } from './step.ts';

/** Looks for the record's files, and where that is enabled for its faces, in the other records of its mode. */
export const duplicatesStep: Step<'duplicates'> = {
  name: 'duplicates',
  async run(context) {
    const { verification, results, duplicates } = context;
    return checkDuplicates({
      identity: identityOf(verification.submission.applicant, results.read?.documents ?? []),
      files: verification.documents,
      fileTwins: duplicates.files(verification),
      faces: await searchFaces(context),
    });
  },
};

/** Without consent no face is looked for, kept or compared. */
async function searchFaces(context: StepContext): Promise<FaceSearched> {
  const { verification, policy, duplicates } = context;
  if (!duplicates.faces) return { skipped: 'not_enabled' };
  if (verification.submission.consent === false) return { skipped: 'consent_refused' };
  const faces = await comparedFaces(context);
  if (faces.length === 0) return { skipped: 'no_face' };
  return { twins: await duplicates.faces(verification, faces, policy.face.duplicate_cosine_from) };
}
