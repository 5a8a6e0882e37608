import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { POLICY_V1 } from '../../../../server/checks/policy.ts';
import { send, sendBody, withKey } from '../../../integration/drive.ts';
import { fakeFile } from '../../../support/fake-engines.ts';
import { form } from '../../../support/form.ts';
import { oneMore } from '../once-more.ts';
import type { Operation, Rig } from '../rig.ts';

const APPROVAL = { decision: 'approve', reason: 'confirmed_elsewhere', note: 'Seen at the counter.' };
const FOUR_EYES = { policy: { ...POLICY_V1, review: { ...POLICY_V1.review, four_eyes: true } } };
const LETTER = { bytes: fakeFile({ lines: ['A LETTER'] }), type: 'other' };

/** An operator's act on a record that needs review, under its Idempotency-Key, and the number of rows that it makes. */
function onWaiting(name: string, path: string, body: unknown, rows: Readonly<Record<string, number>>): Operation {
  return {
    name,
    world: 'waiting',
    async prepare(rig) {
      const headers = withKey(randomUUID());
      const url = `/v1/verifications/${rig.nextId()}/${path}`;
      return { run: () => sendBody(rig.server, url, body, { headers }), verify: oneMore(rig, rows) };
    },
  };
}

/** The id of the test's own key. */
const ownId = ({ server }: Rig): unknown =>
  server.appliance.db.prepare("SELECT id FROM api_keys WHERE label = 'test' ORDER BY created_at DESC").pluck().get();

export const REVIEWS: readonly Operation[] = [
  onWaiting('decide', 'review', APPROVAL, { reviews: 1, idempotency: 1 }),
  onWaiting('write a note', 'notes', { text: 'A note.' }, { notes: 1, idempotency: 1 }),
  onWaiting('run again', 'rerun', {}, { former_attempts: 1, idempotency: 1 }),
  onWaiting(
    'ask for documents',
    'request-documents',
    { types: [{ type: 'proof_of_address' }] },
    {
      document_requests: 1,
      idempotency: 1,
    },
  ),
  {
    ...onWaiting('propose, for four eyes', 'review', APPROVAL, { reviews: 1, idempotency: 1 }),
    options: () => FOUR_EYES,
  },
  {
    name: 'confirm, with four eyes',
    world: 'waiting',
    options: () => FOUR_EYES,
    async prepare(rig) {
      const url = `/v1/verifications/${rig.nextId()}/review`;
      const proposed = await sendBody(rig.server, url, APPROVAL, { key: rig.server.makeKey({ label: 'second' }) });
      expect(proposed.status, proposed.text).toBeLessThan(300);
      const headers = withKey(randomUUID());
      return {
        run: () => sendBody(rig.server, url, APPROVAL, { headers }),
        verify: oneMore(rig, { reviews: 1, idempotency: 1 }),
      };
    },
  },
  {
    name: "send a person's further file",
    world: 'waiting',
    async prepare(rig) {
      const headers = withKey(randomUUID());
      const url = `/v1/verifications/${rig.nextId()}/documents`;
      return {
        run: () => send(rig.server, url, { method: 'POST', body: form({ files: [LETTER] }), headers }),
        verify: oneMore(rig, { documents: 1, former_attempts: 1, idempotency: 1 }),
      };
    },
  },
  {
    name: 'correct what was read',
    world: 'waiting',
    async prepare(rig) {
      const headers = withKey(randomUUID());
      const url = `/v1/verifications/${rig.nextId()}`;
      const [document] = (await send(rig.server, url)).body.documents;
      const body = { document_id: document.id, fields: { last_name: 'Quarrington' }, note: 'As the picture shows.' };
      return {
        run: () => sendBody(rig.server, `${url}/corrections`, body, { headers }),
        verify: oneMore(rig, { corrections: 1, former_attempts: 1, idempotency: 1 }),
      };
    },
  },
  {
    name: 'choose the face that is compared',
    world: 'waiting',
    async prepare(rig) {
      const headers = withKey(randomUUID());
      const url = `/v1/verifications/${rig.nextId()}`;
      const [, selfie] = (await send(rig.server, url)).body.documents;
      const body = { document_id: selfie.id, face: 0, note: 'As the picture shows.' };
      return {
        run: () => sendBody(rig.server, `${url}/face-choices`, body, { headers }),
        verify: oneMore(rig, { face_choices: 1, former_attempts: 1, idempotency: 1 }),
      };
    },
  },
  {
    name: 'assign',
    world: 'waiting',
    async prepare(rig) {
      const url = `/v1/verifications/${rig.nextId()}/assignment`;
      const assignee = ownId(rig);
      return {
        run: () => sendBody(rig.server, url, { assignee }, { method: 'PUT' }),
        verify: oneMore(rig, { 'verifications WHERE assignee IS NOT NULL': 1 }),
      };
    },
  },
  {
    name: 'decide on a company',
    world: 'companies',
    async prepare(rig) {
      const headers = withKey(randomUUID());
      const url = `/v1/kyb/verifications/${rig.nextId()}/review`;
      return {
        run: () => sendBody(rig.server, url, APPROVAL, { headers }),
        verify: oneMore(rig, { reviews: 1, idempotency: 1 }),
      };
    },
  },
];
