import { describe, expect, it } from 'vitest';
import type { KybVerificationAnswer } from '../../server/contract/kyb-verification.ts';
import { SCOPES } from '../../server/vocabulary/scopes.ts';
import { ANNA, CARD_LINES, cardAndSelfie, form } from '../support/form.ts';
import { lenientPolicy } from '../support/kyb.ts';
import { LISTED_PERSON_BY_YEAR } from '../support/lists.ts';
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

/** Under this policy companies wait for their people. */
const WAITING = lenientPolicy({ person_not_verified: 'review' });

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
    await using server = await startTestServer({ policy: WAITING });
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
    await using server = await startTestServer({ policy: WAITING });
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
    await using server = await startTestServer({ policy: WAITING });
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

describe('of a company that has ended', () => {
  const OTHER = { first_name: 'Ada', last_name: 'Quarrington', dob: '1979-02-03' };

  it('nobody else is linked, and no verification that failed', async () => {
    await using server = await startTestServer({ policy: lenientPolicy({ document_expired: 'fail' }) });
    const { path, director } = await make(server);
    await server.settle();
    expect((await send(server, path)).body.status).toBe('completed');
    const others = await submit(server, { files: cardAndSelfie({ card: { lines: [] } }), applicant: OTHER });
    const expired = cardAndSelfie({ card: { lines: CARD_LINES.map((line) => line.replace('2036', '2016')) } });
    const failed = await submit(server, { files: expired, applicant: ANNA });
    const nobodys = await submit(server, { files: cardAndSelfie({ card: { lines: [] } }) });
    await server.settle();
    expect((await read(server, failed)).status).toBe('failed');
    for (const [verification_id, why] of [
      [others, 'has a different name or birth date'],
      [failed, 'This verification failed'],
      [nobodys, 'does not contain the name of its applicant'],
    ]) {
      const { status, body } = await sendJson(server, director, { verification_id });
      expect([status, body.code]).toEqual([409, 'state_conflict']);
      expect(body.detail).toContain(why);
    }
    const before = await holdings(server);
    const form = await sendForm(server, director, { files: cardAndSelfie(), applicant: OTHER });
    expect([form.status, form.body.code]).toEqual([409, 'state_conflict']);
    expect(await holdings(server)).toEqual(before);
    expect(await shown(server, path)).toMatchObject({ verification_id: null });
  });

  it('a person is linked with their own, and told that it changes nothing of the company', async () => {
    await using server = await startTestServer({ policy: lenientPolicy() });
    const { path, director } = await make(server);
    await server.settle();
    const verification_id = await submit(server, { files: cardAndSelfie(), applicant: ANNA });
    const { status, body } = await sendJson(server, director, { verification_id });
    expect([status, body.warnings]).toEqual([201, [{ code: 'company_ended', field: 'links.self' }]]);
    expect(await shown(server, path)).toMatchObject({ verification_id });
  });
});

describe('who acts for the company and owns it', () => {
  const make = async (server: TestServer, representative: object, ubo: object): Promise<KybVerificationAnswer> => {
    const { body } = await createCompany(server, {
      company: LEAST_COMPANY,
      representatives: [{ ...LISTED_PERSON_BY_YEAR, dob: '1975-03-04', role: 'director', ...representative }],
      ubos: [{ ...LISTED_PERSON_BY_YEAR, dob: '1975-03-04', ownership_percent: 60, ...ubo }],
    });
    await server.settle();
    return (await send(server, `${KYB}/${body.id}`)).body;
  };

  it('is one person: screened once, verified once', async () => {
    await using server = await startTestServer();
    const { representatives, ubos, hits, checks } = await make(server, { nationality: 'DE' }, { country: 'DE' });
    expect(ubos[0]?.id).toBe(representatives[0]?.id);
    expect(hits.map(({ party }) => party)).toEqual([representatives[0]?.id]);
    const unverified = checks.persons.findings.filter(({ code }) => code === 'person_not_verified');
    expect(unverified.map(({ field }) => field)).toEqual(['representatives[0]']);
    const applicant = { first_name: 'Perpetua', last_name: 'Wolkenbruch', dob: '1975-03-04' };
    const verification_id = await submit(server, { files: cardAndSelfie(), applicant });
    const { body } = await sendJson(server, `${KYB}/${(await linkOf(server)).id}/persons/${ubos[0]?.id}/verification`, {
      verification_id,
    });
    expect(body.person_id).toBe(representatives[0]?.id);
  });

  it.each([
    ['of another birth date', {}, { dob: '1975-03-05' }],
    ['of an unknown birth date', {}, { dob: undefined }],
    ['of another nationality', { nationality: 'DE' }, { nationality: 'AT' }],
    ['of another name', {}, { first_name: 'Perpetuo' }],
  ])('is two people where one is %s', async (_what, representative, ubo) => {
    await using server = await startTestServer();
    const { representatives, ubos } = await make(server, representative, ubo);
    expect(ubos[0]?.id).not.toBe(representatives[0]?.id);
  });
});

const linkOf = async (server: TestServer): Promise<{ id: string }> => (await send(server, KYB)).body.data[0];
