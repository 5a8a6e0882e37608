import { randomUUID } from 'node:crypto';
import { fakeFile } from '../../../support/fake-engines.ts';
import { ANNA, cardAndSelfie, form } from '../../../support/form.ts';
import type { Call } from '../caller.ts';

export const PEOPLE_PATH = '/v1/verifications';
export const COMPANIES_PATH = '/v1/kyb/verifications';

export const COMPANY = {
  company: { legal_name: 'Nordwind Handel GmbH', country: 'DE', address: { country: 'DE' } },
  representatives: [{ first_name: 'Anna Lucia', last_name: 'Martello', role: 'director' }],
  ubos: [{ first_name: 'Anna Lucia', last_name: 'Martello', ownership_percent: 100 }],
};

/** A new form of a woman with card and selfie each time, because a body can be sent only once. */
export const person = (): FormData => form({ files: cardAndSelfie(), applicant: ANNA });

/** A person whose blurred card needs review. */
export const blurredPerson = (): FormData =>
  form({ files: cardAndSelfie({ card: { quality: { sharpness: 5 } } }), applicant: ANNA });

export const licence = (): FormData =>
  form({ files: [{ bytes: fakeFile({ lines: ['NORDWIND HANDEL GMBH'] }), type: 'license' }] });

/** Returns the Idempotency-Key of a request in a turn; a repeated request gets the same key. */
export function createKeys(): (at: number, name: string) => string {
  const keys = new Map<string, string>();
  return (at, name) => {
    const place = `${at} ${name}`;
    const key = keys.get(place) ?? randomUUID();
    keys.set(place, key);
    return key;
  };
}

export interface CompanyIds {
  id: string;
  personId: string;
}

/** A company with its file and its people. Each request has its key, so repeating it returns the same company. */
export async function createWholeCompany(call: Call, keyOf: (name: string) => string): Promise<CompanyIds> {
  const { id } = await call<{ id: string }>(COMPANIES_PATH, { body: COMPANY, key: keyOf('create') });
  const self = `${COMPANIES_PATH}/${id}`;
  await call(`${self}/documents`, { body: licence(), key: keyOf('file') });
  const { representatives, ubos } = await call<{ representatives: { id: string }[]; ubos: { id: string }[] }>(self);
  const linkOf = (people: { id: string }[]): string => `${self}/persons/${people[0]?.id}/verification`;
  const { verification_id: personId } = await call<{ verification_id: string }>(linkOf(representatives), {
    body: person(),
    key: keyOf('person'),
  });
  await call(linkOf(ubos), { body: { verification_id: personId } });
  return { id, personId };
}
