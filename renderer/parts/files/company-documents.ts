import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';

export type CompanyDocumentType = KybVerificationAnswer['documents'][number]['type'];

/** Types of documents of a company, in the order in which they are offered. */
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

/** What makes two sendings of the same files one. */
export const companyFilesSentAs = (
  files: readonly { key: string; file: File | null; type: CompanyDocumentType | null }[],
): unknown[] => files.map(({ key, file, type }) => [key, file?.name, file?.size, file?.lastModified, type]);

/** The parts of a form that carry a company's files; what is announced without a file is left out. */
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
