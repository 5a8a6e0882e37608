import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';

export type CompanyDocumentType = KybVerificationAnswer['documents'][number]['type'];

/** A company's document types, in the order of the form. */
export const COMPANY_DOCUMENT_TYPES = [
  'registration_certificate',
  'articles_of_association',
  'shareholder_register',
  'ubo_declaration',
  'power_of_attorney',
  'proof_of_address',
  'tax_certificate',
  'license',
  'other',
] as const satisfies readonly CompanyDocumentType[];

/** Identifies the content of an upload: the same files give the same value. */
export const companyFilesSentAs = (
  files: readonly { key: string; file: File | null; type: CompanyDocumentType | null }[],
): unknown[] => files.map(({ key, file, type }) => [key, file?.name, file?.size, file?.lastModified, type]);

/** Adds a company's files to a form; an announced document without a file is left out. */
export function appendCompanyFiles(
  form: FormData,
  files: readonly { file: File | null; type: CompanyDocumentType | null }[],
): FormData {
  const sent = files.flatMap(({ file, type }) => (file ? [{ file, type }] : []));
  const items = sent.map(({ file, type }) => ({ name: file.name, ...(type && { type }) }));
  form.append('documents_meta', JSON.stringify({ items }));
  for (const { file } of sent) form.append('documents[]', file, file.name);
  return form;
}
