import { createHash, randomBytes } from 'node:crypto';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import {
  type EnrolmentAnswer,
  type Invite,
  readEnrolment,
  readPoll,
  readRenewal,
  signAnswer,
} from '../parcel/enrolment.ts';
import { FORMAT } from '../parcel/fields.ts';
import type { Signed } from '../parcel/signed.ts';
import type { BranchState } from './branches.ts';
import { type Tx, transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';
import { caHash, issueCertificate } from './fleet-ca.ts';

const CODE_BYTES = 16;

/** Makes an invite, which works once within `LIMITS.hubInviteMs`. Its code is stored only as a hash. */
export async function createInvite(
  tx: Tx,
  deps: HubDeps,
  { actor, name, site }: { actor: string; name: string; site: { hub: string; addresses: string[] } },
): Promise<Invite> {
  const { clock, keys, newId, audit } = deps;
  const code = randomBytes(CODE_BYTES).toString('hex');
  const id = newId('inv');
  const nowMs = clock.now();
  const { keys: hubKeys } = keys.newest();
  await tx.query(
    'INSERT INTO invites (id, code_hash, name, hub_key_id, created_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [id, hashOf(code), name, hubKeys.hub_key_id, actor, nowMs, nowMs + LIMITS.hubInviteMs],
  );
  await audit(tx, { actor, action: 'invite.created', subject: id });
  return {
    format: FORMAT,
    ...site,
    ca_sha256: caHash(keys.ca),
    hub_keys: hubKeys,
    code,
    expires_at: isoTime(nowMs + LIMITS.hubInviteMs),
  };
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

type EnrolmentState = 'waiting' | 'refused' | 'approved';

/**
 * Takes the request of an appliance to become a branch; the same request again changes nothing. Throws `ParcelFault`, and `unauthorized` if the invite is
 * wrong, used or expired.
 */
export async function requestEnrolment(
  deps: HubDeps,
  signed: Signed,
  by: 'tls' | 'file',
): Promise<{ id: string; state: EnrolmentState }> {
  const { pool, clock, newId, audit } = deps;
  const request = readEnrolment(signed);
  const sha256 = hashOf(signed.text);
  return transact(pool, 'all', async (tx) => {
    const { rows: invites } = await tx.query<{ id: string; enrolment: string | null; expires_at: number }>(
      'SELECT id, enrolment, expires_at FROM invites WHERE code_hash = $1 FOR UPDATE',
      [hashOf(request.code)],
    );
    const [invite] = invites;
    if (invite === undefined) throw badInvite();
    if (invite.enrolment !== null) {
      const { rows } = await tx.query<{ id: string; state: EnrolmentState }>(
        'SELECT id, state FROM enrolments WHERE id = $1 AND request_sha256 = $2',
        [invite.enrolment, sha256],
      );
      if (rows[0] === undefined) throw badInvite();
      return rows[0];
    }
    const nowMs = clock.now();
    if (invite.expires_at <= nowMs) throw badInvite();
    const id = newId('enr');
    await tx.query(
      `INSERT INTO enrolments
       (id, invite, request_sha256, appliance_key, certificate_key, name, version, line, came_by, state, requested_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10)`,
      [
        id,
        invite.id,
        sha256,
        Buffer.from(request.appliance_key, 'hex'),
        request.certificate_key,
        request.name,
        request.version,
        request.line,
        by,
        nowMs,
      ],
    );
    await tx.query('UPDATE invites SET enrolment = $2 WHERE id = $1', [invite.id, id]);
    await audit(tx, { actor: 'system', action: 'enrolment.requested', subject: id });
    return { id, state: 'waiting' };
  });
}

const badInvite = (): AppError =>
  new AppError('unauthorized', "The invite is wrong, used or expired. Ask the hub's administrator for a new one.");

/** Answers an appliance that asks what became of its request. Throws `ParcelFault`, and `not_found` for another appliance. */
export async function answerPoll(deps: HubDeps, signed: Signed): Promise<Signed> {
  const { enrolment_id, appliance_key } = readPoll(signed);
  return answerOf(deps, enrolment_id, Buffer.from(appliance_key, 'hex'));
}

interface EnrolmentRow {
  state: EnrolmentState;
  branch: string | null;
  certificate: string | null;
  appliance_key: Buffer;
  hub_key_id: string;
}

/** Returns the signed answer to a request. Throws `not_found`. */
export async function answerOf({ pool, keys }: HubDeps, id: string, applianceKey: Buffer): Promise<Signed> {
  const { rows } = await transact(pool, 'all', (tx) =>
    tx.query<EnrolmentRow>(
      `SELECT e.state, e.branch, e.certificate, e.appliance_key, i.hub_key_id
       FROM enrolments e JOIN invites i ON i.id = e.invite WHERE e.id = $1 AND e.appliance_key = $2`,
      [id, applianceKey],
    ),
  );
  const [row] = rows;
  if (row === undefined) throw noEnrolment();
  // The appliance knows these keys from its invite.
  const { signer } = must(await keys.find(row.hub_key_id), 'keys are never removed');
  const about = { format: FORMAT, enrolment_id: id, appliance_key: row.appliance_key.toString('hex') } as const;
  const answer: EnrolmentAnswer =
    row.state === 'approved'
      ? {
          ...about,
          state: 'approved',
          branch: must(row.branch, 'it is approved'),
          certificate: must(row.certificate, 'it is approved'),
          ca: keys.ca.chain,
          hub_keys: keys.newest().keys,
        }
      : { ...about, state: row.state };
  return signAnswer(signer, answer);
}

const noEnrolment = (): AppError => new AppError('not_found', 'This hub has no such request.');

interface Decision {
  actor: string;
  enrolment: string;
}

/**
 * Makes the appliance a branch and returns its id. An appliance that is a branch already stays the same branch, with a new certificate and a new line.
 * Throws `not_found`, `state_conflict` and `invalid_request`.
 */
export async function approveEnrolment(tx: Tx, deps: HubDeps, { actor, enrolment }: Decision): Promise<string> {
  const { clock, keys, newId, audit } = deps;
  const row = await lockWaiting(tx, enrolment);
  const nowMs = clock.now();
  const { rows } = await tx.query<{ id: string; state: BranchState }>(
    "SELECT id, state FROM branches WHERE appliance_key = $1 AND state <> 'revoked' FOR UPDATE",
    [row.appliance_key],
  );
  const branch = rows[0]?.id ?? newId('brn');
  const { hub_key_id } = keys.newest().keys;
  if (rows[0] === undefined) {
    await tx.query(
      `INSERT INTO branches (id, name, appliance_key, state, state_at, created_at, version, hub_key_id)
       VALUES ($1, $2, $3, 'active', $4, $4, $5, $6)`,
      [branch, row.name, row.appliance_key, nowMs, row.version, hub_key_id],
    );
  } else if (rows[0].state === 'quarantined') {
    throw conflict('This appliance is a branch in quarantine. Release or revoke the branch first.');
  }
  await tx.query('UPDATE branches SET accepted_line = $2, hub_key_id = $3 WHERE id = $1', [
    branch,
    row.line,
    hub_key_id,
  ]);
  const certificate = await addCertificate(tx, deps, branch, row.certificate_key);
  await tx.query(
    `UPDATE enrolments SET state = 'approved', decided_at = $2, decided_by = $3, branch = $4, certificate = $5 WHERE id = $1`,
    [enrolment, nowMs, actor, branch, certificate],
  );
  await audit(tx, { actor, action: 'enrolment.approved', subject: enrolment, details: { branch } });
  return branch;
}

/** Throws `not_found`, `state_conflict`. */
export async function refuseEnrolment(
  tx: Tx,
  { clock, audit }: HubDeps,
  { actor, enrolment }: Decision,
): Promise<void> {
  await lockWaiting(tx, enrolment);
  await tx.query("UPDATE enrolments SET state = 'refused', decided_at = $2, decided_by = $3 WHERE id = $1", [
    enrolment,
    clock.now(),
    actor,
  ]);
  await audit(tx, { actor, action: 'enrolment.refused', subject: enrolment });
}

interface WaitingRow {
  state: EnrolmentState;
  appliance_key: Buffer;
  certificate_key: string;
  name: string;
  version: string;
  line: string;
}

async function lockWaiting(tx: Tx, enrolment: string): Promise<WaitingRow> {
  const { rows } = await tx.query<WaitingRow>(
    'SELECT state, appliance_key, certificate_key, name, version, line FROM enrolments WHERE id = $1 FOR UPDATE',
    [enrolment],
  );
  const [row] = rows;
  if (row === undefined) throw noEnrolment();
  if (row.state !== 'waiting') throw conflict(`The request was ${row.state} already.`);
  return row;
}

/**
 * Issues the next certificate of a branch. Throws `ParcelFault`, `not_found`, `invalid_request`.
 * @param branch the one of the client certificate
 */
export async function renewCertificate(deps: HubDeps, signed: Signed, branch: string): Promise<Signed> {
  const request = readRenewal(signed);
  const { pool, keys } = deps;
  return transact(pool, [branch], async (tx) => {
    const { rows } = await tx.query<{ key: Buffer; hub_key_id: string }>(
      'SELECT appliance_key AS key, hub_key_id FROM branches WHERE id = $1',
      [branch],
    );
    const [row] = rows;
    if (row === undefined || request.branch !== branch || request.appliance_key !== row.key.toString('hex')) {
      throw new AppError('unknown_branch', 'The request names another appliance than the certificate.');
    }
    const { signer } = must(await keys.find(row.hub_key_id), 'keys are never removed');
    const certificate = await addCertificate(tx, deps, branch, request.certificate_key);
    return signAnswer(signer, {
      format: FORMAT,
      appliance_key: request.appliance_key,
      branch,
      certificate,
      ca: keys.ca.chain,
    });
  });
}

async function addCertificate(tx: Tx, { clock, keys }: HubDeps, branch: string, publicKeyPem: string): Promise<string> {
  const issued = await issueCertificate(keys.ca, publicKeyPem, { branch }, clock.now());
  await tx.query('INSERT INTO certificates (fingerprint, branch, not_before, not_after) VALUES ($1, $2, $3, $4)', [
    issued.fingerprint,
    branch,
    issued.notBeforeMs,
    issued.notAfterMs,
  ]);
  return issued.pem;
}
