import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { get } from '../../client/api.ts';
import { apiPath } from '../../client/queue-place.ts';
import { operatorId } from '../../client/session.ts';
import { begin, fill, keepMetadata, takeFile } from '../create/again.ts';
import { flattened } from '../create/fields.ts';
import { createCompanyDraft, type Rows } from './company-draft.ts';

type Party = KybVerificationAnswer['representatives'][number] | KybVerificationAnswer['ubos'][number];

/** Starts a new attempt: creates a draft from a company's submitted data, people, owners and files. Throws `ApiError`. */
export async function companyAgain(id: string): Promise<void> {
  const whose = operatorId.peek();
  const path = apiPath({ kind: 'kyb', id });
  const { company, representatives, ubos, metadata, documents } = await get(path);
  const draft = createCompanyDraft();
  const addRow = (rows: Rows, { id: _, screening, verification_id, verification_status, ...party }: Party): string => {
    rows.add();
    const key = rows.keys.peek().at(-1) ?? '';
    fill(draft.fields, flattened(party, `${rows.name}.${key}`));
    return key;
  };
  fill(draft.fields, flattened(company, 'company'));
  for (const one of representatives) addRow(draft.representatives, one);
  const owners = ubos.map((one) => addRow(draft.owners, one));
  ubos.forEach(({ legal_name, parent }, at) => {
    draft.fields.set(`ubos.${owners[at]}.kind`, legal_name === undefined ? 'person' : 'company');
    draft.fields.set(`ubos.${owners[at]}.parent`, parent === undefined ? '' : (owners[parent] ?? ''));
  });
  keepMetadata(draft, metadata);
  for (const { id: document, name, type } of documents) {
    if (document === null) draft.files.announce(type);
    else await draft.files.add([await takeFile(`${path}/documents/${document}`, name)], type);
  }
  begin('kyb', draft, whose);
}
