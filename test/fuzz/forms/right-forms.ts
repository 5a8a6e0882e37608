import { type FakeContent, fakeFile } from '../../support/fake-engines.ts';
import { CARD_LINES } from '../../support/form.ts';
import { type Form, type FormPart, part } from './form-parts.ts';

/** A word that every form contains and that no line of the log may contain. */
export const SECRET = 'Zdravkomir';

export const APPLICANT = {
  first_name: SECRET,
  last_name: 'Martello',
  dob: '1986-08-12',
  nationality: 'FR',
  email: `${SECRET}@example.org`,
  phone: '+33612345678',
  address: { line1: `1 rue ${SECRET}`, line2: 'b', city: 'Paris', state: 'IDF', postal_code: '75001', country: 'FR' },
};

const META = {
  items: [
    { name: `${SECRET}.jpg`, type: 'national_id', side: 'front' },
    { name: 'selfie.jpg', type: 'selfie' },
  ],
};

export const JSON_VALUES: Record<string, unknown> = {
  applicant: APPLICANT,
  documents_meta: META,
  metadata: { internal_ref: SECRET, tags: ['a', 'b'], share: 12 },
};

const file = (content: FakeContent, fileName: string): FormPart =>
  part('documents[]', fakeFile(content), { fileName, type: 'image/jpeg' });

/** A form that is accepted unchanged, with every part. */
export function rightForm(): Form {
  return {
    boundary: 'right-boundary-7',
    parts: [
      ...Object.entries(JSON_VALUES).map(([name, value]) =>
        part(name, JSON.stringify(value), { type: 'application/json' }),
      ),
      part('consent', 'true'),
      part('webhook_url', 'http://localhost:1/hook'),
      file({ lines: CARD_LINES, faces: [0] }, `${SECRET}.jpg`),
      file({ faces: [0.1] }, 'selfie.jpg'),
    ],
  };
}

/** The same for `POST /v1/kyb/verifications/{id}/documents`. */
export function rightCompanyForm(): Form {
  const items = [{ name: `${SECRET}.pdf`, type: 'registration_certificate' }, { type: 'license' }];
  return {
    boundary: 'right-boundary-8',
    parts: [
      part('documents_meta', JSON.stringify({ items }), { type: 'application/json' }),
      file({ lines: [`${SECRET} HANDEL GMBH`] }, `${SECRET}.pdf`),
      part('documents[]', fakeFile({ pages: 3, ownText: [['LICENCE']] }, 'pdf'), { fileName: 'license.pdf' }),
    ],
  };
}
