import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../server/access/scopes.ts';
import type { KybVerificationAnswer } from '../../server/api/contract/kyb-verification.ts';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { lenientPolicy } from '../support/kyb.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, createCompany, holdings, KYB, LEAST_COMPANY, read, send, sendJson, submit, withKey } from './drive.ts';

const KEY = '6f1f1c1e-7f0e-4c5e-9a53-2b1d3c4e5f60';
const BODY = {
  company: LEAST_COMPANY,
  representatives: [{ ...ANNA, role: 'director', nationality: 'IT' }],
  ubos: [
    { ...ANNA, ownership_percent: 60 },
    { legal_name: 'Holding', ownership_percent: 40 },
    { ownership_percent: 0 },
  ],
};

interface Made {
  path: string;
  record: KybVerificationAnswer;
  /** The path of the verification of the first representative. */
  director: string;
  directorId: string;
}

async function make(server: TestServer, key = server.key): Promise<Made> {
  const { body } = await createCompany(server, BODY, bearer(key));
  const path = `${KYB}/${body.id}`;
  const record: KybVerificationAnswer = (await send(server, path, { headers: bearer(key) })).body;
  const directorId = record.representatives[0]?.id ?? '';
  return { path, record, directorId, director: `${path}/persons/${directorId}/verification` };
}
const sendForm = (
  server: TestServer,
  path: string,
  parts: Parameters<typeof form>[0],
  headers: Record<string, string> = {},
) => send(server, path, { method: 'POST', body: form(parts), headers });
const shown = async (server: TestServer, path: string) =>
  ((await send(server, path)).body as KybVerificationAnswer).representatives[0];

describe('a person of a company', () => {
  it('is linked to a verification that exists, whose state shows', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { path, director, directorId } = await make(server);
    const verification_id = await submit(server, { files: cardAndSelfie(), applicant: ANNA });
    const { status, body, headers } = await sendJson(server, director, { verification_id, note: 'x' });
    expect(status).toBe(201);
    expect(body).toEqual({
      person_id: directorId,
      verification_id,
      verification_status: expect.stringMatching(/^(pending|processing|completed)$/),
      links: { self: path, verification: `/v1/verifications/${verification_id}` },
      warnings: [{ code: 'unknown_field', field: 'note' }],
    });
    expect(headers.get('location')).toBe(path);
    await server.settle();
    expect(await shown(server, path)).toMatchObject({ verification_id, verification_status: 'completed' });
    expect((await sendJson(server, director, { verification_id })).body.verification_status).toBe('completed');
  });

  it('has one verification that has not failed', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { director } = await make(server);
    const [first, second] = [
      await submit(server, { files: cardAndSelfie(), applicant: ANNA }),
      await submit(server, { files: cardAndSelfie(), applicant: ANNA }),
    ];
    expect((await sendJson(server, director, { verification_id: first })).status).toBe(201);
    const { status, body } = await sendJson(server, director, { verification_id: second });
    expect([status, body.code]).toEqual([409, 'state_conflict']);
    const before = await holdings(server);
    expect((await sendForm(server, director, { files: cardAndSelfie() })).body.code).toBe('state_conflict');
    expect(await holdings(server)).toMatchObject({ verifications: before['verifications'], keys: before['keys'] });
  });

  it('is verified by a form, with what the company said of them where the form says nothing', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { path, director, directorId } = await make(server);
    const applicant = { dob: '1980-01-01', email: 'anna@example.org' };
    const { status, body } = await sendForm(server, director, { files: cardAndSelfie(), applicant });
    expect(status).toBe(201);
    expect(body).toMatchObject({ person_id: directorId, verification_status: 'pending', links: { self: path } });
    await server.settle();
    const record = await read(server, body.verification_id);
    expect(record.applicant).toEqual({ ...ANNA, nationality: 'IT', ...applicant });
    expect(record.documents).toHaveLength(2);
    expect(await shown(server, path)).toMatchObject({ verification_id: body.verification_id });
  });

  it('keeps the name of the form whole', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { director } = await make(server);
    const { body } = await sendForm(server, director, { files: cardAndSelfie(), applicant: { last_name: 'Other' } });
    await server.settle();
    expect((await read(server, body.verification_id)).applicant).toEqual({
      last_name: 'Other',
      dob: ANNA.dob,
      nationality: 'IT',
    });
  });

  it('is verified once for one Idempotency-Key', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { director } = await make(server);
    const parts = { files: cardAndSelfie() };
    const first = await sendForm(server, director, parts, withKey(KEY));
    const again = await sendForm(server, director, parts, withKey(KEY));
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
    const other = await sendForm(server, director, { ...parts, consent: true }, withKey(KEY));
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await holdings(server)).toMatchObject({ verifications: 2, idempotency: 1 });
  });

  it('must be a person, of this company, of this mode', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { path, record, director } = await make(server);
    const verification_id = await submit(server, { files: cardAndSelfie() });
    const at = (id: string | undefined) => `${path}/persons/${id}/verification`;
    const link = (where: string, id = verification_id, key = server.key) =>
      sendJson(server, where, { verification_id: id }, key);
    expect((await link(at('per_01h455vb4pex5vsknk084sn02q'))).status).toBe(404);
    expect((await link(at((await make(server)).directorId))).status).toBe(404);
    const { status, body } = await link(at(record.ubos[1]?.id));
    expect([status, body.code]).toEqual([409, 'state_conflict']);
    expect((await link(director, 'ver_01h455vb4pex5vsknk084sn02q')).status).toBe(404);
    expect((await link(director, record.id)).status).toBe(404);
    const test = server.makeKey({ livemode: false });
    const testId = await submit(server, { files: cardAndSelfie() }, test);
    expect((await link(director, testId)).status).toBe(404);
    expect((await link(director, testId, test)).status).toBe(404);
    expect((await sendForm(server, director, { files: cardAndSelfie() }, bearer(test))).status).toBe(404);
    expect((await link(at(record.ubos[2]?.id))).status).toBe(201);
  });

  it.each([
    [{}, 'invalid_request', 'verification_id'],
    [{ verification_id: 5 }, 'invalid_request', 'verification_id'],
  ])('is refused with %j', async (body, code, field) => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { director } = await make(server);
    const answer = await sendJson(server, director, body);
    expect([answer.status, answer.body.code, answer.body.errors[0].field]).toEqual([400, code, field]);
  });

  it('is refused with a body that is neither, and with a form that is not one of a verification', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { director } = await make(server);
    const text = { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } };
    const { status, body } = await send(server, director, text);
    expect([status, body.detail]).toEqual([415, expect.stringContaining('application/json or multipart/form-data')]);
    const bad = await sendForm(server, director, { files: cardAndSelfie(), applicant: { dob: 'x' } });
    expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'applicant.dob']);
    expect((await sendForm(server, director, { files: [] })).body.code).toBe('documents_missing');
  });

  it('needs a key that may read people to link one, and may create them to create one', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { director } = await make(server);
    const verification_id = await submit(server, { files: cardAndSelfie() });
    const without = (scope: string) => server.makeKey({ scopes: SCOPES.filter((other) => other !== scope) });
    const linked = await sendJson(server, director, { verification_id }, without('kyc:read'));
    expect([linked.status, linked.body.detail]).toEqual([403, expect.stringContaining('kyc:read')]);
    const created = await sendForm(server, director, { files: cardAndSelfie() }, bearer(without('kyc:write')));
    expect([created.status, created.body.detail]).toEqual([403, expect.stringContaining('kyc:write')]);
    expect((await sendJson(server, director, { verification_id }, without('kyc:write'))).status).toBe(201);
  });
});
