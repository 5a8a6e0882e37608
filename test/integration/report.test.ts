import { expect, it } from 'vitest';
import type { KybVerificationAnswer } from '../../server/contract/kyb-verification.ts';
import { must } from '../../server/lib/assert.ts';
import { AppError } from '../../server/lib/errors.ts';
import { makeKycReport } from '../../server/reports/report/report.ts';
import { getVerification } from '../../server/verifications/store.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { submitCompany } from '../support/kyb.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { readPdf } from '../support/pdf-text.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, read, send, sendJson, submit, verify } from './drive.ts';

const clean = { files: cardAndSelfie(), applicant: ANNA };

async function report(server: TestServer, path: string) {
  const response = await server.fetch(`${path}/report`, { headers: bearer(server.key) });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return readPdf(new Uint8Array(await response.arrayBuffer()));
}

it(
  'tells everything of a person: names, files, checks with their numbers, lists, decision, versions and audit head',
  inWholeRunAlone('1 s'),
  async () => {
    await using server = await startTestServer();
    const record = await verify(server, clean);
    const path = `/v1/verifications/${record.id}`;
    expect(record.links.report).toBe(`${path}/report`);
    const { pages, info, fonts } = await report(server, path);
    const text = pages.join(' ');
    const stored = getVerification(server.appliance, record.id, true);
    const wanted = [
      'Identity verification report',
      'Completed',
      `${ANNA.first_name} ${ANNA.last_name}`,
      'National identity card',
      'by policy version 1',
      record.id,
      record.face_match.score?.toFixed(3),
      record.face_match.threshold?.toFixed(3),
      record.face_match.model?.version,
      record.checks.watchlists.lists[0]?.version,
      'Audit head',
    ];
    for (const part of wanted) expect(text).toContain(part);
    const squeezed = text.replace(/\s/g, '');
    for (const { sha256 } of stored?.documents ?? []) expect(squeezed).toContain(sha256);
    for (const [index, page] of pages.entries()) expect(page).toContain(`${index + 1} / ${pages.length}`);
    for (const page of pages) expect(page).toContain(`Record created ${record.created_at.slice(0, 10)}`);
    const taken = server.appliance.db.prepare("SELECT subject_id FROM audit WHERE action = 'report.taken'").pluck();
    expect(taken.all()).toEqual([record.id]);
    expect(info['Title']).toBe(`Identity verification report ${record.id}`);
    expect(fonts.every(({ embedded }) => embedded)).toBe(true);
  },
);

it('that could not be drawn was not taken, and the audit log says nothing of it', inWholeRunAlone('1 s'), async () => {
  await using server = await startTestServer();
  const answer = await verify(server, clean);
  const record = must(getVerification(server.appliance, answer.id, true), 'it was just made');
  const drawer = { draw: () => Promise.reject(new AppError('queue_full', 'Too many reports wait.')) };
  const deps = { ...server.appliance, drawer, version: 'test' };
  await expect(makeKycReport(deps, { record, answer, actor: 'key_x' })).rejects.toMatchObject({ code: 'queue_full' });
  const taken = server.appliance.db.prepare("SELECT count(*) FROM audit WHERE action = 'report.taken'").pluck();
  expect(taken.get()).toBe(0);
});

it(
  'tells everything of a company: register, owners, persons, documents, risk and screening',
  inWholeRunAlone('1 s'),
  async () => {
    await using server = await startTestServer();
    const id = await submitCompany(server);
    await server.settle();
    const path = `/v1/kyb/verifications/${id}`;
    const record = (await send(server, path, { headers: bearer(server.key) })).body as KybVerificationAnswer;
    expect(record.links.report).toBe(`${path}/report`);
    const text = (await report(server, path)).pages.join(' ');
    for (const part of [
      'Business verification report',
      'Nordwind Handel GmbH',
      'HRB 12345',
      'Anna Lucia Martello',
      '100 %',
    ]) {
      expect(text).toContain(part);
    }
    for (const { code } of record.errors) expect(text).toContain(code);
    for (const name of ['The register', 'Ownership', 'People', 'Documents', 'Risk', 'Screening'])
      expect(text).toContain(name);
  },
);

it(
  'a company of 1,000 owners has a report of bounded length, which says what it leaves out',
  inWholeRunAlone('4 s'),
  async () => {
    await using server = await startTestServer();
    const { newId } = server.appliance;
    const ubos = Array.from({ length: 1000 }, (_, i) => ({
      id: newId('per'),
      first_name: `Ottilie${i}`,
      last_name: 'Quarrington',
      ownership_percent: 0.1,
    }));
    const id = await submitCompany(server, { ubos });
    await server.settle();
    const { pages } = await report(server, `/v1/kyb/verifications/${id}`);
    expect(pages.length).toBeLessThanOrEqual(80);
    expect(pages.join(' ')).toMatch(/\d+ more rows are not shown here\. The record contains all \d+\./);
  },
);

it(
  'tells who reviewed a record, why, and their note, beside what the checks came to',
  inWholeRunAlone('1 s'),
  async () => {
    await using server = await startTestServer();
    const { id } = await verify(server, {
      files: cardAndSelfie({ card: { quality: { sharpness: 12.7 } } }),
      applicant: ANNA,
    });
    const decision = { decision: 'approve', reason: 'quality_sufficient', note: 'Compared with the original, Grüße' };
    const decided = await sendJson(server, `/v1/verifications/${id}/review`, decision);
    expect(decided.text).toContain('decided');
    const text = (await report(server, `/v1/verifications/${id}`)).pages.join(' ');
    const { review } = await read(server, id);
    for (const part of [
      'Completed',
      'Decided by a person',
      'needs review',
      'image_blurred',
      decision.note,
      review?.decided_by,
    ]) {
      expect(text).toContain(part);
    }
  },
);

it('there is none before the end, nor of a record of others', async () => {
  await using server = await startTestServer({ start: false });
  const id = await submit(server, clean);
  const path = `/v1/verifications/${id}/report`;
  expect((await read(server, id)).links.report).toBeNull();
  const early = await send(server, path, { headers: bearer(server.key) });
  expect([early.status, early.body.code]).toEqual([409, 'state_conflict']);
  const testKey = server.makeKey({ livemode: false });
  expect((await send(server, path, { headers: bearer(testKey) })).status).toBe(404);
  const writer = server.makeKey({ scopes: ['kyc:write'] });
  expect((await send(server, path, { headers: bearer(writer) })).status).toBe(403);
});
