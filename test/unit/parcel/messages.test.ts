import { describe, expect, it } from 'vitest';
import { createSigner, makeSeed } from '../../../server/lib/signatures.ts';
import { type Directive, readDirective, signDirective, workOf } from '../../../server/parcel/directive.ts';
import {
  type Invite,
  readAnswer,
  readCertificate,
  readEnrolment,
  readPoll,
  signAnswer,
  signEnrolment,
  signPoll,
} from '../../../server/parcel/enrolment.ts';
import { newLineId } from '../../../server/parcel/fields.ts';
import { readInvite, writeInvite } from '../../../server/parcel/invite.ts';
import { parcelHash, readReceipt, signReceipt } from '../../../server/parcel/receipt.ts';
import { BRANCH, makeHub, TIME } from './parcels.ts';

const appliance = createSigner(makeSeed());
const ENROLMENT = 'enr_01j0000000e00800000000000z';

const signature = expect.objectContaining({ fault: 'parcel_signature' });
const damaged = expect.objectContaining({ fault: 'parcel_damaged' });

describe('a signed message', () => {
  it('counts by its own key and for its own purpose', async () => {
    const [hub, other] = await Promise.all([makeHub(), makeHub()]);
    const receipt = {
      format: 1 as const,
      hub_key_id: hub.keys.hub_key_id,
      branch: BRANCH,
      line: newLineId(),
      last: 7,
      head: 'ab'.repeat(32),
      parcel_sha256: parcelHash(Buffer.from('parcel')),
      audit_count: 3,
      received_at: TIME,
    };
    const signed = signReceipt(hub.signer, receipt);
    expect(readReceipt(signed, hub.keys)).toEqual(receipt);
    expect(() => readReceipt(signed, other.keys)).toThrow(signature);
    expect(() => readReceipt({ ...signed, text: signed.text.replace('"last":7', '"last":8') }, hub.keys)).toThrow(
      signature,
    );
    expect(() => readReceipt({ ...signed, text: `${signed.text} ` }, hub.keys)).toThrow(damaged);
    expect(() => readDirective(signed, hub.keys)).toThrow(damaged);
    const { text } = signed;
    const elsewhere = { text, signature: hub.signer.sign('hub directive', Buffer.from(text)).toString('hex') };
    expect(() => readReceipt(elsewhere, hub.keys)).toThrow(signature);
  });

  it('asks for an enrolment with the key that it names', async () => {
    const hub = await makeHub();
    const request = {
      format: 1 as const,
      code: '0'.repeat(32),
      appliance_key: appliance.publicKey,
      certificate_key: '-----BEGIN PUBLIC KEY-----',
      name: 'North',
      version: '0.1.0',
      line: newLineId(),
      made_at: TIME,
    };
    expect(readEnrolment(signEnrolment(appliance, request))).toEqual(request);
    expect(() => readEnrolment(signEnrolment(hub.signer, request))).toThrow(signature);
    const poll = { format: 1 as const, enrolment_id: ENROLMENT, appliance_key: appliance.publicKey, made_at: TIME };
    expect(readPoll(signPoll(appliance, poll))).toEqual(poll);
    expect(() => readEnrolment(signPoll(appliance, poll))).toThrow(damaged);
    const answer = { format: 1 as const, enrolment_id: ENROLMENT, appliance_key: appliance.publicKey };
    expect(readAnswer(signAnswer(hub.signer, { ...answer, state: 'waiting' }), hub.keys).state).toBe('waiting');
    expect(() => readCertificate(signAnswer(hub.signer, { ...answer, state: 'refused' }), hub.keys)).toThrow(damaged);
  });
});

describe('a directive', () => {
  it('of a later version is read, and its work is unknown', async () => {
    const hub = await makeHub();
    const directive: Directive = {
      format: 1,
      hub_key_id: hub.keys.hub_key_id,
      branch: BRANCH,
      number: 1,
      kind: 'policy',
      body: { note: 'Sharper', changes: { 'screening.possible_from': 0.9 } },
      issued_at: TIME,
    };
    expect(readDirective(signDirective(hub.signer, directive), hub.keys)).toEqual(directive);
    expect(workOf(directive)).toEqual({ kind: 'policy', body: directive.body });
    const later = { ...directive, kind: 'dance', body: { to: 'music' } };
    expect(workOf(readDirective(signDirective(hub.signer, later), hub.keys))).toBeNull();
    expect(workOf({ ...directive, body: {} })).toBeNull();
  });
});

describe('an invite', () => {
  it('is one word that a QR code holds, and names the keys of its hub', async () => {
    const hub = await makeHub();
    const invite: Invite = {
      format: 1,
      hub: 'Headquarters',
      addresses: ['https://hub.example:8500'],
      ca_sha256: 'cd'.repeat(32),
      hub_keys: hub.keys,
      code: '0'.repeat(32),
      expires_at: TIME,
    };
    const text = writeInvite(invite);
    expect(text.length).toBeLessThan(1_200);
    expect(readInvite(` ${text}\n`)).toEqual(invite);
    expect(readInvite(JSON.stringify(invite, null, 2))).toEqual(invite);
    for (const wrong of [
      '',
      '{}',
      '{',
      'custos-hub-1.',
      text.slice(0, -4),
      text.slice(13),
      `${text}${'a'.repeat(5_000)}`,
    ]) {
      expect(() => readInvite(wrong)).toThrow(damaged);
    }
    const renamed = writeInvite({ ...invite, hub_keys: { ...hub.keys, hub_key_id: '0'.repeat(16) } });
    expect(() => readInvite(renamed)).toThrow('wrongly');
  });
});
