import { companyPartsSchema } from '../../contract/kyb-create.ts';
import type { Warning } from '../../contract/problem.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { AddedFile } from '../../verifications/company-documents.ts';
import { documentsMissing, lengthMismatch, type RawParts } from '../submission.ts';
import type { ReceivedForm } from '../upload.ts';
import { parseOrThrow, unknownFields } from '../validate.ts';

/**
 * Matches the files of a form with their descriptions. `raw`: the form's parsed parts. Throws `documents_missing`, `invalid_request`,
 * `documents_meta_mismatch`.
 */
export function readCompanyFiles(form: ReceivedForm, raw: RawParts): { files: AddedFile[]; warnings: Warning[] } {
  if (form.documents.length === 0) throw documentsMissing();
  const { documents_meta: sent, ...others } = raw;
  const parts = { documents_meta: sent ?? {} };
  const { documents_meta: meta } = parseOrThrow(
    companyPartsSchema,
    parts,
    'The description of the files is not valid. See errors.',
  );
  if (meta.items !== undefined && meta.items.length !== form.documents.length) {
    throw lengthMismatch(meta.items.length, form.documents.length);
  }
  return {
    files: form.documents.map(({ file, fileName }, index) => ({
      file,
      name: meta.items?.[index]?.name ?? fileName,
      type: meta.items?.[index]?.type ?? null,
    })),
    warnings: [
      ...[...form.unknownParts, ...Object.keys(others)].map((field): Warning => ({ code: 'unknown_field', field })),
      ...unknownFields(companyPartsSchema, parts),
    ].slice(0, LIMITS.errorItemsMax),
  };
}
