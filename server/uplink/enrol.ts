import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { BaseDeps } from '../audit/deps.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { isoTime } from '../lib/clock.ts';
import { conflict, invalidField } from '../lib/errors.ts';
import { type EnrolmentAnswer, readAnswer, signEnrolment } from '../parcel/enrolment.ts';
import { damaged, ParcelFault } from '../parcel/fault.ts';
import { FORMAT, newLineId } from '../parcel/fields.ts';
import { readInvite } from '../parcel/invite.ts';
import type { Signed } from '../parcel/signed.ts';
import { setBackfill } from './backfill.ts';
import { beginLine } from './entries.ts';
import { readByHub, withNewKeys } from './hub-messages.ts';
import {
  changeSettings,
  insertRow,
  type Level,
  needRow,
  readRow,
  readSettings,
  type StoreDeps,
  stop,
} from './store.ts';

export type EnrolDeps = StoreDeps &
  Pick<BaseDeps, 'clock' | 'audit'> & {
    keys: Pick<BaseDeps['keys'], 'uplinkKey' | 'signing'>;
    version: string;
  };

/** What an administrator enters to join a hub. */
export interface JoinOrder {
  /** The text of the invite. */
  invite: string;
  /** The name under which the hub shows this appliance. */
  name: string;
  level: Level;
}

/** Makes and keeps the request to become a branch. Throws `invalid_request` for a bad invite, `state_conflict` if there is a hub already. */
export function requestEnrolment(deps: EnrolDeps, { invite: text, name, level }: JoinOrder, actor: string): void {
  const { db, keys, clock, audit, version } = deps;
  const invite = inviteOf(text);
  const nowMs = clock.now();
  if (Date.parse(invite.expires_at) <= nowMs) {
    throw invalidField(
      'invite',
      "The invite has expired. Ask the hub's administrator for a new one.",
      'invite_expired',
    );
  }
  const made = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const line = newLineId();
  const request = signEnrolment(keys.signing, {
    format: FORMAT,
    code: invite.code,
    appliance_key: keys.signing.publicKey,
    certificate_key: made.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    name,
    version,
    line,
    made_at: isoTime(nowMs),
  });
  const settings = {
    name,
    level,
    invite,
    certificateKey: made.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    request,
    enrolmentId: null,
    ca: null,
    branch: null,
    hubKeys: [invite.hub_keys],
  };
  transact(db, () => {
    if (readRow(deps) !== null) throw conflict('This appliance has a hub already. Leave it first.');
    insertRow(deps, settings, { line, nowMs });
    audit.append({ actor, action: 'hub.requested', details: { level, hub_key: invite.hub_keys.hub_key_id } });
  });
}

function inviteOf(text: string) {
  try {
    return readInvite(text);
  } catch (cause) {
    if (!(cause instanceof ParcelFault)) throw cause;
    throw invalidField('invite', 'This is not a complete invite. Copy all of it, or take its file.', 'invite_invalid');
  }
}

/** Takes the hub's signed answer, of TLS or of a carried file. Throws `ParcelFault` if it is not for this appliance. */
export function takeAnswer(deps: EnrolDeps, signed: Signed): EnrolmentAnswer['state'] {
  const { db, keys, clock, audit } = deps;
  const nowMs = clock.now();
  return transact(db, () => {
    const settings = readSettings(deps);
    const answer = readByHub(signed, settings?.hubKeys ?? [], nowMs, readAnswer);
    if (answer.appliance_key !== keys.signing.publicKey) throw damaged('The answer is for another appliance.');
    if (settings === null || settings.branch !== null || answer.state === 'waiting') return answer.state;
    if (answer.state === 'refused') {
      stop(deps, 'refused');
      audit.append({ actor: 'hub', action: 'hub.refused' });
      return answer.state;
    }
    const { branch, certificate, ca, hub_keys } = answer;
    const own = createPublicKey(settings.certificateKey).export({ format: 'pem', type: 'spki' }).toString();
    if (createPublicKey(certificate).export({ format: 'pem', type: 'spki' }).toString() !== own) {
      throw damaged('The certificate is for another key.');
    }
    const hubKeys = withNewKeys(settings.hubKeys, hub_keys, nowMs);
    changeSettings(deps, { branch: { id: branch, certificate }, ca, hubKeys });
    beginLine(deps, null);
    setBackfill(deps, settings.level >= 1);
    audit.append({ actor: 'hub', action: 'hub.joined', subjectId: branch });
    return answer.state;
  });
}

/** Begins a new line, because the hub has later entries of the former one, or may have. Throws `state_conflict` if nothing is in the way. */
export function openLine(deps: EnrolDeps, actor: string): void {
  const { db, audit } = deps;
  transact(db, () => {
    const former = needRow(deps);
    if (former.stopped === null || former.stopped === 'refused') {
      throw conflict('The line goes on, so there is no need for a new one.');
    }
    const line = newLineId();
    prepared(
      db,
      'UPDATE uplink SET line = ?, last = 0, head = ?, confirmed = 0, audit_count = NULL, stopped = NULL',
    ).run(line, '0'.repeat(64));
    beginLine(deps, former);
    if (former.stopped === 'entries_missing') setBackfill(deps, (readSettings(deps)?.level ?? 0) >= 1);
    audit.append({ actor, action: 'hub.line_opened', details: { after: former.stopped } });
  });
}

/** Ends the membership: nothing is sent any more, and what waits is deleted. */
export function leaveHub({ db, audit }: Pick<EnrolDeps, 'db' | 'audit'>, actor: string): void {
  transact(db, () => {
    needRow({ db });
    for (const table of ['uplink', 'uplink_entries', 'uplink_parcels', 'uplink_directives'])
      db.exec(`DELETE FROM ${table}`);
    audit.append({ actor, action: 'hub.left' });
  });
}

/** Sets what is sent from now on. With the first level that reports records, those that are there already follow. */
export function setLevel(deps: EnrolDeps, level: Level, actor: string): void {
  transact(deps.db, () => {
    needRow(deps);
    const former = readSettings(deps)?.level ?? 0;
    changeSettings(deps, { level });
    if (level !== former) setBackfill(deps, level >= 1);
    deps.audit.append({ actor, action: 'hub.level_set', details: { level } });
  });
}
