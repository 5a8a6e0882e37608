import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { create, createCompany, KYB, LEAST_COMPANY, send, sendJson, withKey } from '../../../integration/drive.ts';
import { fakeFile } from '../../../support/fake-engines.ts';
import { ANNA, cardAndSelfie, form } from '../../../support/form.ts';
import { oneMore } from '../once-more.ts';
import type { Operation, Rig } from '../rig.ts';

const COMPANY = {
  company: LEAST_COMPANY,
  representatives: [{ first_name: 'Anna Lucia', last_name: 'Martello', role: 'director' }],
};
const FILES = [
  { bytes: fakeFile({ lines: ['NORDLICHT HANDELS GMBH'] }), type: 'license' },
  { bytes: fakeFile({ lines: ['A LETTER'] }), type: 'other' },
];

async function newCompany({ server }: Rig): Promise<{ id: string; representatives: { id: string }[] }> {
  const { body, text, status } = await createCompany(server, COMPANY);
  expect(status, text).toBe(201);
  return (await send(server, `${KYB}/${body.id}`)).body;
}

export const CREATES: readonly Operation[] = [
  {
    name: 'create a person with files',
    async prepare(rig) {
      const headers = withKey(randomUUID());
      return {
        run: () => create(rig.server, { files: cardAndSelfie(), applicant: ANNA, metadata: { branch: 7 } }, headers),
        verify: oneMore(rig, { verifications: 1, documents: 2, jobs: 1, idempotency: 1 }),
      };
    },
  },
  {
    name: 'create a company',
    async prepare(rig) {
      const headers = withKey(randomUUID());
      return {
        run: () => createCompany(rig.server, COMPANY, headers),
        verify: oneMore(rig, { verifications: 1, jobs: 1, idempotency: 1 }),
      };
    },
  },
  {
    name: "send a company's files",
    async prepare(rig) {
      const { id } = await newCompany(rig);
      const headers = withKey(randomUUID());
      return {
        run: () =>
          send(rig.server, `${KYB}/${id}/documents`, { method: 'POST', body: form({ files: FILES }), headers }),
        verify: oneMore(rig, { documents: 2, idempotency: 1 }),
      };
    },
  },
  {
    name: "verify a company's person",
    async prepare(rig) {
      const { id, representatives } = await newCompany(rig);
      const path = `${KYB}/${id}/persons/${representatives[0]?.id}/verification`;
      const headers = withKey(randomUUID());
      const body = () => form({ files: cardAndSelfie(), applicant: ANNA });
      return {
        run: () => send(rig.server, path, { method: 'POST', body: body(), headers }),
        verify: oneMore(rig, { verifications: 1, documents: 2, person_verifications: 1 }),
      };
    },
  },
  {
    name: 'link a person that was verified',
    async prepare(rig) {
      const { id, representatives } = await newCompany(rig);
      const person = await create(rig.server, { files: cardAndSelfie(), applicant: ANNA });
      const path = `${KYB}/${id}/persons/${representatives[0]?.id}/verification`;
      return {
        run: () => sendJson(rig.server, path, { verification_id: person.body.id }),
        verify: oneMore(rig, { verifications: 0, person_verifications: 1 }),
      };
    },
  },
];
