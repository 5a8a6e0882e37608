import { z } from 'zod';
import type { Signer } from '../lib/signatures.ts';
import { branchId, enrolmentId, format, hash, label, lineId, pem, publicKey, time } from './fields.ts';
import { type HubKeys, hubKeysSchema } from './hub-keys.ts';
import { readSigned, type Signed, signText } from './signed.ts';

const PURPOSE = 'hub enrolment';

/** Secret of an invite: 128 random bits. It works once, within `LIMITS.hubInviteMs`. */
const inviteCode = z.string().regex(/^[0-9a-f]{32}$/);

const requestSchema = z.strictObject({
  format,
  code: inviteCode,
  appliance_key: publicKey,
  /** The public key for the client certificate: P-256, SPKI. */
  certificate_key: pem,
  name: label,
  version: label,
  line: lineId,
  made_at: time,
});

const pollSchema = z.strictObject({ format, enrolment_id: enrolmentId, appliance_key: publicKey, made_at: time });

const renewalSchema = z.strictObject({
  format,
  branch: branchId,
  appliance_key: publicKey,
  certificate_key: pem,
  made_at: time,
});

/** An appliance asks to become a branch. */
export type EnrolmentRequest = z.output<typeof requestSchema>;
/** It asks whether it has become one. */
export type EnrolmentPoll = z.output<typeof pollSchema>;
/** A branch asks for its next certificate. */
export type CertificateRequest = z.output<typeof renewalSchema>;

export const signEnrolment = (appliance: Signer, request: EnrolmentRequest): Signed =>
  signText(appliance, PURPOSE, request);
export const signPoll = (appliance: Signer, poll: EnrolmentPoll): Signed => signText(appliance, PURPOSE, poll);
export const signRenewal = (appliance: Signer, request: CertificateRequest): Signed =>
  signText(appliance, PURPOSE, request);

/** Each throws `ParcelFault` if the message is not signed by the key that it names. Whether that key may ask is the caller's to check. */
export const readEnrolment = (signed: Signed): EnrolmentRequest =>
  readSigned(requestSchema, signed, PURPOSE, ({ appliance_key }) => appliance_key);
export const readPoll = (signed: Signed): EnrolmentPoll =>
  readSigned(pollSchema, signed, PURPOSE, ({ appliance_key }) => appliance_key);
export const readRenewal = (signed: Signed): CertificateRequest =>
  readSigned(renewalSchema, signed, PURPOSE, ({ appliance_key }) => appliance_key);

const answerTo = { format, enrolment_id: enrolmentId, appliance_key: publicKey };
const certificates = {
  branch: branchId,
  certificate: pem,
  /** The authority that signs the certificates of the hub and of all its branches. */
  ca: pem,
};

const answerSchema = z.discriminatedUnion('state', [
  z.strictObject({ ...answerTo, state: z.literal('waiting') }),
  z.strictObject({ ...answerTo, state: z.literal('refused') }),
  z.strictObject({ ...answerTo, state: z.literal('approved'), ...certificates, hub_keys: hubKeysSchema }),
]);

const certificateSchema = z.strictObject({ format, appliance_key: publicKey, ...certificates });

/** The hub's answer to a poll. */
export type EnrolmentAnswer = z.output<typeof answerSchema>;
/** The hub's answer to a request for the next certificate. */
export type CertificateAnswer = z.output<typeof certificateSchema>;

export const signAnswer = (hub: Signer, answer: EnrolmentAnswer | CertificateAnswer): Signed =>
  signText(hub, 'hub answer', answer);

/** Each throws `ParcelFault` if the hub has not signed the answer. */
export const readAnswer = (signed: Signed, hub: Pick<HubKeys, 'signing'>): EnrolmentAnswer =>
  readSigned(answerSchema, signed, 'hub answer', hub.signing);
export const readCertificate = (signed: Signed, hub: Pick<HubKeys, 'signing'>): CertificateAnswer =>
  readSigned(certificateSchema, signed, 'hub answer', hub.signing);

export const inviteSchema = z.strictObject({
  format,
  /** The hub's name, as people know it. */
  hub: label,
  /** Where branches reach it: `https://name:port`, without a path. */
  addresses: z
    .array(z.url({ protocol: /^https$/ }).max(300))
    .min(1)
    .max(5),
  /** SHA-256 of the DER form of the authority's certificate, which the hub's listener sends along. */
  ca_sha256: hash,
  hub_keys: hubKeysSchema,
  code: inviteCode,
  expires_at: time,
});

/** What an administrator of the hub gives to that of a branch: as a file, as text, or as a QR code. */
export type Invite = z.output<typeof inviteSchema>;
