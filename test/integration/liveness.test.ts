import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { must } from '../../server/lib/assert.ts';
import { readArchive } from '../../server/reports/evidence/archive.ts';
import { getVerification } from '../../server/verifications/store.ts';
import { createSession, Device, Head, switchCaptureOn } from '../support/capture.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { readPdf } from '../support/pdf-text.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { submit, verify } from './drive.ts';

async function run({ appliance }: TestServer, args: string[], cwd = '/'): Promise<{ exit: number; out: string }> {
  let out = '';
  const say = (text: string): void => {
    out += text;
  };
  const exit = await runCommand(appliance, args, { out: say, err: say, cwd });
  return { exit, out };
}

/** A record whose applicant captured it and passed the challenge. */
async function captured() {
  const clock = testClock();
  const server = await startTestServer({ clock });
  const device = new Device(await switchCaptureOn(server));
  const created = await createSession(server, { applicant: ANNA, device_confirmation: 'off' });
  await device.reachCapturing(created);
  await device.document();
  const ended = await new Head(clock.advance).follow(device, (await device.begin()).body);
  expect(ended.state).toBe('done');
  expect((await device.post('/c/submit')).body.state).toBe('done');
  await server.settle();
  const session = (await (await server.fetch(`/v1/capture-sessions/${created.id}`)).json()) as {
    verification_id: string;
  };
  return { server, id: session.verification_id };
}

interface Answer {
  status: string;
  checks: {
    liveness: {
      passed: boolean | null;
      findings: { code: string }[];
      proof: null | {
        verdict: string;
        reasons: string[];
        frame_hashes: string[];
        frames: { id: string; proves: boolean }[];
        challenge: object;
      };
    };
  };
  errors: { code: string }[];
}

const read = async (server: TestServer, id: string): Promise<Answer> =>
  (await server.fetch(`/v1/verifications/${id}`)).json() as Promise<Answer>;

describe('the proof of a challenge', () => {
  it('stands in the result with its frames, which are measured again, and passes the check', async () => {
    const { server, id } = await captured();
    await using _ = server;
    const { liveness } = (await read(server, id)).checks;
    expect(liveness).toMatchObject({
      passed: true,
      findings: [{ code: 'liveness_proven' }, { code: 'liveness_advisory' }],
    });
    const proof = must(liveness.proof, 'there was a challenge');
    expect(proof).toMatchObject({
      verdict: 'proven',
      reasons: [],
      challenge: { frame_chain: expect.stringMatching(/^\w{64}$/) },
    });
    expect(proof.frames.filter(({ proves }) => proves).length).toBeGreaterThan(9);
    expect(proof.frame_hashes.length).toBe(proof.frames.length);
    const frame = await server.fetch(`/v1/verifications/${id}/documents/${proof.frames[0]?.id}`);
    expect(frame.status).toBe(200);
    expect(frame.headers.get('content-type')).toBe('image/jpeg');
  });

  it('is in the evidence with each frame, is replayed the same, and stands in the report', async () => {
    using folder = tempFolder();
    const { server, id } = await captured();
    await using _ = server;
    const bundle = Buffer.from(await (await server.fetch(`/v1/verifications/${id}/evidence`)).arrayBuffer());
    const { files } = must(readArchive(new Uint8Array(bundle)), 'it is an archive');
    const selfie = must(
      getVerification(server.appliance, id, true)?.documents.find(({ liveness }) => liveness),
      'it has a challenge',
    );
    const frames = selfie.liveness?.frames ?? [];
    const names = files.map(({ name }) => name);
    expect(names).toContain(`challenges/${selfie.id}.json`);
    for (const { documentId } of frames) expect(names).toContain(`challenges/${documentId}.jpg`);
    writeFileSync(join(folder.path, 'bundle.zip'), bundle);
    expect((await run(server, ['evidence', 'verify', 'bundle.zip'], folder.path)).exit).toBe(0);
    expect((await run(server, ['replay', id])).out).toContain('liveness: same');
    const report = await server.fetch(`/v1/verifications/${id}/report`);
    const { pages } = await readPdf(new Uint8Array(await report.arrayBuffer()));
    const kept = `${frames.length} of ${selfie.liveness?.frameCount} frames are kept.`;
    expect(pages.join(' ')).toMatch(new RegExp(`asked to turn the head (?:\\w+, ){3}and did so; ${kept}`));
  });

  it('does not hold if the judgement at the time was another', async () => {
    const { server, id } = await captured();
    await using _ = server;
    const { db, vault } = server.appliance;
    const row = db
      .prepare("SELECT sealed_result FROM step_results WHERE verification_id = ? AND step = 'liveness'")
      .pluck();
    const stored = vault.openJson<{ proof: { verdict: string } }>(id, 'step_results.liveness', row.get(id) as Buffer);
    stored.proof.verdict = 'not_proven';
    const sealed = vault.sealJson(id, 'step_results.liveness', stored);
    db.prepare("UPDATE step_results SET sealed_result = ? WHERE verification_id = ? AND step = 'liveness'").run(
      sealed,
      id,
    );
    expect((await run(server, ['replay', id])).out).toContain('liveness: differs (proof.verdict)');
  });
});

describe('a plain selfie', () => {
  it('keeps its outcome, and has no proof', async () => {
    await using server = await startTestServer();
    const { id, status } = await verify(server, { applicant: ANNA, files: cardAndSelfie() });
    expect(status).toBe('completed');
    expect((await read(server, id)).checks.liveness).toMatchObject({ passed: null, proof: null });
  });

  it('waits for a person if the policy requires the challenge', async () => {
    await using server = await startTestServer();
    const { policies } = server.appliance;
    policies.change(
      { basedOn: policies.current().version, note: 'test', changes: { 'liveness.required': true } },
      'opr_test',
    );
    const id = await submit(server, { applicant: ANNA, files: cardAndSelfie() });
    await server.settle();
    expect(await read(server, id)).toMatchObject({ status: 'needs_review', errors: [{ code: 'liveness_missing' }] });
  });
});
