import type { VerificationAnswer } from '../../../server/contract/verification.ts';
import { fetchFile, get } from '../../client/api.ts';
import { apiPath } from '../../client/queue-place.ts';
import { operatorId } from '../../client/session.ts';
import type { RecordKind } from '../../parts/record-head.ts';
import { navigate } from '../../router.ts';
import { createPersonDraft, putDraft } from './drafts.ts';
import { type Fields, flattened } from './fields.ts';

/** Starts a new attempt: creates a draft from a person's submitted data and each current file. Throws `ApiError`. */
export async function personAgain(id: string): Promise<void> {
  const whose = operatorId.peek();
  const path = apiPath({ kind: 'kyc', id });
  const { applicant, consent, metadata, documents, checks } = await get(path);
  const draft = createPersonDraft();
  fill(draft.fields, flattened(applicant, 'applicant'));
  keepMetadata(draft, metadata);
  draft.consent.value = consent === null ? 'not_asked' : consent ? 'given' : 'refused';
  const counting = documents.filter(({ replaced_by }) => replaced_by === null);
  for (const [i, { id: document, name, type, side, page }] of counting.entries()) {
    // The file of each page is the whole PDF, which will be split again; the side is that of its first page.
    if (page === 2 && counting[i - 1]?.page === 1) continue;
    const file = await takeFile(`${path}/documents/${document}`, name);
    await draft.files.add([file], type === 'unknown' ? undefined : { type, side: page === 2 ? null : side });
  }
  const sources = checks.authenticity.sources.flatMap(({ files }) => files);
  await draft.sources.add(
    await Promise.all(sources.map(({ id: file, name }) => takeFile(`${path}/documents/${file}`, name))),
  );
  begin('kyc', draft, whose);
}

/** Shows the form with this draft, which replaces the draft begun there, unless another operator has logged in meanwhile. */
export function begin(kind: RecordKind, draft: Parameters<typeof putDraft>[1], whose: string | null): void {
  if (operatorId.peek() !== whose) return;
  putDraft(kind === 'kyc' ? 'person' : 'company', draft);
  navigate(kind === 'kyc' ? '/new' : '/new/company');
}

export function fill(fields: Fields, values: readonly (readonly [path: string, value: string])[]): void {
  for (const [path, value] of values) fields.set(path, value);
}

type Metadata = VerificationAnswer['metadata'];

/** The form can change the reference; the record's other metadata are kept without being shown. */
export function keepMetadata(draft: { fields: Fields; metadata: { value: Metadata } }, metadata: Metadata): void {
  const { internal_ref: reference, simulate: _, ...others } = metadata ?? {};
  if (typeof reference === 'string') draft.fields.set('reference', reference);
  draft.metadata.value = others;
}

export async function takeFile(path: string, name: string | null): Promise<File> {
  const { blob, name: named } = await fetchFile(path);
  return new File([blob], name ?? named ?? 'document', { type: blob.type });
}
