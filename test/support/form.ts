import type { FakeContent } from './fake-engines.ts';
import { fakeFile } from './fake-engines.ts';
import { td3Lines } from './specimens/mrz.ts';
import { PEOPLE } from './specimens/people.ts';

/** One file of a multipart create. */
export interface FormFile {
  bytes: Buffer;
  name?: string;
  type?: string;
  side?: string;
  split?: boolean;
}

export interface FormParts {
  files: FormFile[];
  applicant?: unknown;
  metadata?: unknown;
  consent?: boolean | string;
  webhook_url?: string;
  /** By default made from the files' types; null omits it. */
  documents_meta?: unknown;
}

/** The multipart body of a create, as a browser or `curl -F` sends it. */
export function form(parts: FormParts): FormData {
  const data = new FormData();
  const items = parts.files.map(({ name, type, side, split }) => ({
    ...(name ? { name } : {}),
    type,
    ...(side ? { side } : {}),
    ...(split === undefined ? {} : { split }),
  }));
  const meta = parts.documents_meta === undefined ? { items } : parts.documents_meta;
  if (parts.applicant !== undefined) data.append('applicant', JSON.stringify(parts.applicant));
  if (meta !== null) data.append('documents_meta', JSON.stringify(meta));
  if (parts.metadata !== undefined) data.append('metadata', JSON.stringify(parts.metadata));
  if (parts.consent !== undefined) data.append('consent', String(parts.consent));
  if (parts.webhook_url !== undefined) data.append('webhook_url', parts.webhook_url);
  for (const [index, file] of parts.files.entries()) {
    data.append('documents[]', new Blob([new Uint8Array(file.bytes)]), file.name ?? `file-${index}.jpg`);
  }
  return data;
}

/** The printed lines of a fictitious identity card, with its MRZ. */
export const CARD_LINES = [
  'SPECIMEN IDENTITY CARD',
  'Surname: MARTELLO',
  'Given names: ANNA LUCIA',
  'Date of birth: 12.08.1986',
  'Nationality: UTO',
  'Sex: F',
  'Document number: X4RTBPFW4',
  'Date of expiry: 14.04.2036',
];

/** The front of a card and a selfie of the same fictitious woman; `change` replaces parts of their content. */
export function cardAndSelfie(change: { card?: FakeContent; selfie?: FakeContent } = {}): FormFile[] {
  return [
    {
      bytes: fakeFile({ lines: CARD_LINES, faces: [0], ...change.card }),
      name: 'front.jpg',
      type: 'national_id',
      side: 'front',
    },
    { bytes: fakeFile({ faces: [0.1], ...change.selfie }), name: 'selfie.jpg', type: 'selfie' },
  ];
}

export const ANNA = { first_name: 'Anna Lucia', last_name: 'Martello', dob: '1986-08-12' };
/** The MRZ of her passport. */
export const ANNA_ZONE = td3Lines({
  ...PEOPLE.clean,
  firstNames: 'Anna Lucia',
  lastName: 'Martello',
  documentNumber: 'X4RTBPFW4',
  dob: '1986-08-12',
  expires: '2036-04-14',
  sex: 'F',
});
