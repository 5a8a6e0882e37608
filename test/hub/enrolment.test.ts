import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { findCertified } from '../../server/hub/certificates.ts';
import { transact } from '../../server/hub/db/transact.ts';
import {
  answerPoll,
  approveEnrolment,
  createInvite,
  refuseEnrolment,
  renewCertificate,
  requestEnrolment,
} from '../../server/hub/enrolment.ts';
import { caHash, issueCertificate, makeFleetCa, makeServerCertificate } from '../../server/hub/fleet-ca.ts';
import type { Hub } from '../../server/hub/open.ts';
import { isoTime } from '../../server/lib/clock.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { createSigner, makeSeed, type Signer } from '../../server/lib/signatures.ts';
import {
  type Invite,
  readAnswer,
  readCertificate,
  signEnrolment,
  signPoll,
  signRenewal,
} from '../../server/parcel/enrolment.ts';
import { newLineId } from '../../server/parcel/fields.ts';
import { ADMINISTRATOR, enrolBranch, SITE, sendAll } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { testHub } from '../support/hub/hub.ts';

const clientKey = (namedCurve = 'P-256'): string =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'pem', type: 'spki' }).toString();

const invited = (hub: Hub): Promise<Invite> =>
  transact(hub.pool, 'all', (tx) => createInvite(tx, hub, { actor: ADMINISTRATOR, name: 'Paris', site: SITE }));

const asked = (hub: Hub, { code }: Pick<Invite, 'code'>, signer: Signer, key = clientKey()) =>
  signEnrolment(signer, {
    format: 1,
    code,
    appliance_key: signer.publicKey,
    certificate_key: key,
    name: 'Paris',
    version: '0.1.0',
    line: newLineId(),
    made_at: isoTime(hub.clock.now()),
  });

const polled = async (hub: Hub, id: string, signer: Signer, invite: Invite) =>
  readAnswer(
    await answerPoll(
      hub,
      signPoll(signer, {
        format: 1,
        enrolment_id: id,
        appliance_key: signer.publicKey,
        made_at: isoTime(hub.clock.now()),
      }),
    ),
    invite.hub_keys,
  );

describeHub('enrolment', (program) => {
  test('waits for an administrator, who approves it; the same request again changes nothing', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const invite = await invited(hub);
    const signer = createSigner(makeSeed());
    const request = asked(hub, invite, signer);
    const enrolled = await requestEnrolment(hub, request, 'tls');
    expect(enrolled.state).toBe('waiting');
    expect(await requestEnrolment(hub, request, 'tls')).toEqual(enrolled);
    expect((await polled(hub, enrolled.id, signer, invite)).state).toBe('waiting');
    const approve = () =>
      transact(hub.pool, 'all', (tx) => approveEnrolment(tx, hub, { actor: ADMINISTRATOR, enrolment: enrolled.id }));
    const branch = await approve();
    const answer = await polled(hub, enrolled.id, signer, invite);
    if (answer.state !== 'approved') throw new Error(answer.state);
    expect(answer).toMatchObject({ branch, hub_keys: invite.hub_keys });
    expect(caHash({ chain: answer.ca })).toBe(invite.ca_sha256);
    const certificate = new X509Certificate(answer.certificate);
    expect(certificate.verify(new X509Certificate(answer.ca).publicKey)).toBe(true);
    await expect(approve()).rejects.toMatchObject({ code: 'state_conflict' });
    // No other appliance learns of it.
    await expect(polled(hub, enrolled.id, createSigner(makeSeed()), invite)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('an invite works once, within 72 hours, and a refused request stays refused', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const invite = await invited(hub);
    const signer = createSigner(makeSeed());
    const { id } = await requestEnrolment(hub, asked(hub, invite, signer), 'file');
    await expect(requestEnrolment(hub, asked(hub, invite, createSigner(makeSeed())), 'tls')).rejects.toMatchObject({
      code: 'unauthorized',
    });
    await transact(hub.pool, 'all', (tx) => refuseEnrolment(tx, hub, { actor: ADMINISTRATOR, enrolment: id }));
    expect((await polled(hub, id, signer, invite)).state).toBe('refused');
    const old = await invited(hub);
    clock.advance(LIMITS.hubInviteMs);
    await expect(requestEnrolment(hub, asked(hub, old, signer), 'tls')).rejects.toMatchObject({ code: 'unauthorized' });
    const wrong = { code: '0'.repeat(32) };
    await expect(requestEnrolment(hub, asked(hub, wrong, signer), 'tls')).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test('of two appliances that use one invite at the same moment, one is enrolled', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const invite = await invited(hub);
    const requests = Array.from({ length: 6 }, () =>
      requestEnrolment(hub, asked(hub, invite, createSigner(makeSeed())), 'tls'),
    );
    const results = await Promise.allSettled(requests);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('an appliance that is a branch already stays the same branch, with a line that the hub accepts', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    await sendAll(hub, branch);
    const invite = await invited(hub);
    const { id } = await requestEnrolment(hub, asked(hub, invite, branch.signer), 'tls');
    const again = await transact(hub.pool, 'all', (tx) =>
      approveEnrolment(tx, hub, { actor: ADMINISTRATOR, enrolment: id }),
    );
    expect(again).toBe(branch.id);
  });
});

describeHub('certificates', (program) => {
  test('are renewed by a request that the appliance signs, for its own branch alone', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const [branch, other] = [await enrolBranch(hub), await enrolBranch(hub, 'Other')];
    const request = (signer: Signer, of: string, key = clientKey()) =>
      signRenewal(signer, {
        format: 1,
        branch: of,
        appliance_key: signer.publicKey,
        certificate_key: key,
        made_at: isoTime(clock.now()),
      });
    const signed = await renewCertificate(hub, request(branch.signer, branch.id), branch.id);
    const { certificate } = readCertificate(signed, branch.hubKeys);
    const fingerprint = Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(':', ''), 'hex');
    expect(await findCertified(hub, fingerprint)).toEqual({ branch: branch.id, state: 'active', isExpired: false });
    clock.advance(LIMITS.hubCertificateMs + 1);
    expect(await findCertified(hub, fingerprint)).toMatchObject({ isExpired: true });
    for (const [signer, of] of [
      [other.signer, branch.id],
      [branch.signer, other.id],
    ] as const) {
      await expect(renewCertificate(hub, request(signer, of), branch.id)).rejects.toMatchObject({
        code: 'unknown_branch',
      });
    }
    const weak = request(branch.signer, branch.id, clientKey('P-384'));
    await expect(renewCertificate(hub, weak, branch.id)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await findCertified(hub, Buffer.alloc(32))).toBeNull();
  });
});

test('a certificate is for its use, and no authority; the server has that of the hub for all its names', async () => {
  const nowMs = Date.UTC(2026, 0, 15);
  const ca = await makeFleetCa(nowMs);
  const authority = new X509Certificate(ca.chain);
  expect([authority.ca, authority.checkIssued(authority)]).toEqual([true, true]);
  const { pem } = await issueCertificate(ca, clientKey(), { branch: 'brn_1' }, nowMs);
  const client = new X509Certificate(pem);
  expect([client.ca, client.checkIssued(authority), client.keyUsage]).toEqual([false, true, ['1.3.6.1.5.5.7.3.2']]);
  const { chain } = await makeServerCertificate(ca, ['hub.example', '10.0.0.1'], nowMs);
  const server = new X509Certificate(chain);
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect([server.checkHost('hub.example'), server.checkIP('10.0.0.1')]).toEqual(['hub.example', '10.0.0.1']);
  await expect(issueCertificate(ca, 'no key', { branch: 'brn_1' }, nowMs)).rejects.toMatchObject({
    code: 'invalid_request',
  });
  // A private key must not travel.
  const secret = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' });
  await expect(issueCertificate(ca, String(secret), { branch: 'brn_1' }, nowMs)).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
