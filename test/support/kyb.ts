import { Readable } from 'node:stream';
import type { CompanyDocumentType } from '../../server/checks/kyb/types.ts';
import { POLICY_V1, type Policy } from '../../server/checks/policy.ts';
import { must } from '../../server/lib/assert.ts';
import { addCompanyDocuments } from '../../server/verifications/company-documents.ts';
import { getKybVerification } from '../../server/verifications/store.ts';
import { storeSubmission } from '../../server/verifications/store-submission.ts';
import { submitKyb } from '../../server/verifications/submit.ts';
import type { KybSubmission, KybVerification } from '../../server/verifications/types.ts';
import { fakeFile } from './fake-engines.ts';
import type { TestServer } from './server.ts';

const ACTOR = 'key_test';

/** A fictitious company with one director, who is also its owner; `change` replaces parts of it. */
export function company(newId: TestServer['appliance']['newId'], change: Partial<KybSubmission> = {}): KybSubmission {
  return {
    company: {
      legal_name: 'Nordwind Handel GmbH',
      country: 'DE',
      registration_number: 'HRB 12345',
      address: { line1: 'Hafenstrasse 1', city: 'Hamburg', postal_code: '20457', country: 'DE' },
    },
    representatives: [{ id: newId('per'), first_name: 'Anna Lucia', last_name: 'Martello', role: 'director' }],
    ubos: [{ id: newId('per'), first_name: 'Anna Lucia', last_name: 'Martello', ownership_percent: 100 }],
    documents: [{ type: 'registration_certificate', name: 'register.pdf' }, { type: 'proof_of_address' }],
    metadata: null,
    ...change,
  };
}

/** Creates a company's verification and returns its id. */
export async function submitCompany(
  { appliance }: TestServer,
  change: Partial<KybSubmission> = {},
  livemode = true,
): Promise<string> {
  const record = appliance.vault.newCompanyRecord();
  const submission = company(appliance.newId, change);
  await storeSubmission(appliance, { record, isNew: true, files: [] }, () =>
    submitKyb(appliance, { record, livemode, actor: ACTOR, submission }),
  );
  return record.verificationId;
}

/** Uploads files for a company. */
export async function uploadFor(
  { appliance }: TestServer,
  id: string,
  files: { type?: CompanyDocumentType; name?: string; bytes?: Buffer }[],
  livemode = true,
): Promise<void> {
  const session = appliance.vault.beginUploadInto(id);
  try {
    const staged = [];
    for (const { type = null, name = null, bytes = fakeFile({ lines: ['NORDWIND HANDEL GMBH'] }) } of files) {
      staged.push({ file: await session.receive(Readable.from([bytes])), name, type });
    }
    const input = { kind: 'kyb' as const, id, livemode, actor: ACTOR, files: staged };
    const stored = { record: session, isNew: false, files: staged.map(({ file }) => file) };
    await storeSubmission(appliance, stored, () => addCompanyDocuments(appliance, input));
  } finally {
    await session.discard();
  }
}

export function readCompany({ appliance }: TestServer, id: string, livemode = true): KybVerification {
  return must(getKybVerification(appliance, id, livemode), 'the verification is there');
}

/** The states of a company's verification, oldest first. */
export function statesOf({ appliance }: TestServer, id: string): string[] {
  const kinds = appliance.db.prepare('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq').pluck().all(id);
  return (kinds as string[]).map((kind) => kind.replace('kyb.verification.', ''));
}

/** Rules that let every company and person pass, except for the given severities. */
export function lenientPolicy(severity: Partial<Policy['severity']> = {}): Policy {
  const { duties, kyb } = POLICY_V1;
  return {
    ...POLICY_V1,
    duties: withEach(duties, 'advisory'),
    severity: { ...withEach(POLICY_V1.severity, 'info'), ...severity },
    kyb: { ...kyb, duties: withEach(kyb.duties, 'advisory') },
  };
}

/** The same value under each of these names. */
export function withEach<Name extends string, const Value>(
  names: Record<Name, unknown>,
  value: Value,
): Record<Name, Value> {
  return Object.fromEntries(Object.keys(names).map((name) => [name, value])) as Record<Name, Value>;
}
