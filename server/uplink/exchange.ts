import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { transact } from '../db/transact.ts';
import { must } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { readCertificate, signPoll, signRenewal } from '../parcel/enrolment.ts';
import { ParcelFault } from '../parcel/fault.ts';
import { count, enrolmentId, FORMAT, hash, time } from '../parcel/fields.ts';
import { type Signed, signedSchema } from '../parcel/signed.ts';
import { type ClientDeps, connectToHub, fetchAuthority, type HubClient } from './client.ts';
import { applyDirectives, type DirectiveDeps } from './directives.ts';
import { type EnrolDeps, takeAnswer } from './enrol.ts';
import { ContactFailure } from './failure.ts';
import { readByHub } from './hub-messages.ts';
import {
  goBackTo,
  readParcel,
  sealAgain,
  sealWaiting,
  takeReceipt,
  type WaitingParcel,
  waitingParcels,
} from './parcels.ts';
import { changeSettings, needRow, readRow, readSettings, type StopReason, stop, type UplinkSettings } from './store.ts';

export type ExchangeDeps = DirectiveDeps & EnrolDeps & ClientDeps;

const stateSchema = z.object({ last: count, head: hash, directives_through: count, time });
const enrolledSchema = z.object({ enrolment_id: enrolmentId });
const directivesSchema = z.object({ directives: z.array(signedSchema).max(LIMITS.hubDirectivesMax) });

/**
 * Contacts the hub once: asks what it has, sends what it lacks, and applies what it asks for. Before the hub's approval it asks for that. Nothing counts as
 * delivered without a receipt, so it may end anywhere. Rejects with `ContactFailure`.
 */
export async function exchange(deps: ExchangeDeps): Promise<void> {
  const settings = readSettings(deps);
  if (settings === null) throw new ContactFailure('settings_changed');
  try {
    if (settings.branch === null) await askForApproval(deps, settings);
    else await exchangeAsBranch(deps);
  } catch (error) {
    // Another machine answers in the hub's place, or the hub in another version.
    if (error instanceof ParcelFault) throw new ContactFailure('bad_answer', { cause: error });
    throw error;
  }
}

async function askForApproval(deps: ExchangeDeps, settings: UplinkSettings): Promise<void> {
  const { db, keys, clock } = deps;
  const { addresses, ca_sha256 } = settings.invite;
  const ca = settings.ca ?? (await fetchAuthority(deps, addresses, ca_sha256));
  using client = await connectToHub(deps, addresses, { ca, client: null });
  let { enrolmentId: id } = settings;
  if (id === null) {
    id = parse(enrolledSchema, await client.post('/enrolments', settings.request)).enrolment_id;
    const found = id;
    transact(db, () => changeSettings(deps, { ca, enrolmentId: found }));
  }
  const poll = signPoll(keys.signing, {
    format: FORMAT,
    enrolment_id: id,
    appliance_key: keys.signing.publicKey,
    made_at: isoTime(clock.now()),
  });
  takeAnswer(deps, parse(signedSchema, await client.post(`/enrolments/${id}`, poll)));
}

async function exchangeAsBranch(deps: ExchangeDeps): Promise<void> {
  if (isRenewalDue(deps)) {
    using client = await connectAsBranch(deps);
    await renewCertificate(deps, client);
  }
  using client = await connectAsBranch(deps);
  if (!(await compare(deps, client))) return;
  await sealWaiting(deps, { partial: true });
  for (const parcel of waitingParcels(deps, needRow(deps))) {
    if (!(await send(deps, client, parcel))) return;
  }
  await fetchDirectives(deps, client);
}

async function connectAsBranch(deps: ExchangeDeps): Promise<HubClient> {
  const { invite, ca, branch, certificateKey: key } = must(readSettings(deps), 'they were read');
  const { certificate } = must(branch, 'it is a branch');
  return connectToHub(deps, invite.addresses, {
    ca: must(ca, 'it came with the approval'),
    client: { certificate, key },
  });
}

/** Asks what the hub has. Returns false if nothing may be sent. */
async function compare(deps: ExchangeDeps, client: HubClient): Promise<boolean> {
  const { db, clock, log } = deps;
  const { line } = needRow(deps);
  const asked = { line, branch_time: isoTime(clock.now()) };
  const state = parse(
    stateSchema,
    await client.post('/state', asked).catch(async (error: unknown) => {
      if (!(error instanceof ContactFailure) || error.code !== 'certificate_expired') throw error;
      await renewCertificate(deps, client);
      throw error;
    }),
  );
  return transact(db, () => {
    const row = needRow(deps);
    if (row.line !== line || row.stopped !== null) return false;
    // The appliance was restored from a backup: the hub has entries that it no longer knows.
    if (state.last > row.last) return halt(deps, 'line_behind');
    if (state.last >= row.confirmed) return true;
    log.warn('uplink.hub_behind', { confirmed: row.confirmed, hub: state.last });
    return goBackTo(deps, row, state.last) || halt(deps, 'entries_missing');
  });
}

function halt(deps: ExchangeDeps, reason: StopReason): false {
  stop(deps, reason);
  deps.log.error('uplink.stopped', { reason });
  deps.audit.append({ actor: 'hub', action: 'hub.stopped', details: { reason } });
  return false;
}

/** Returns false if nothing more may be sent now. */
async function send(deps: ExchangeDeps, client: HubClient, { line, first }: WaitingParcel): Promise<boolean> {
  // An erasure may have come in between.
  const parcel = waitingParcels(deps, needRow(deps)).find((one) => one.line === line && one.first === first);
  if (parcel === undefined || parcel.sha256 === null) return false;
  const bytes = readParcel(deps, parcel);
  if (bytes === null) return false;
  try {
    takeReceipt(deps, parse(signedSchema, await client.post('/parcels', bytes)));
    return true;
  } catch (error) {
    if (error instanceof ContactFailure) react(deps, error);
    throw error;
  }
}

function react(deps: ExchangeDeps, { code, members }: ContactFailure): void {
  const { db } = deps;
  transact(db, () => {
    const row = readRow(deps);
    if (row === null) return;
    if (code === 'line_behind') halt(deps, 'line_behind');
    // They bear the wrong time, or were sealed for keys that the hub does not have.
    if (code === 'clock_wrong' || code === 'parcel_other_hub' || code === 'parcel_damaged') sealAgain(deps, row);
    const expected = Number(members['expected_seq']);
    if (code === 'parcel_gap' && expected >= 1 && !goBackTo(deps, row, expected - 1)) halt(deps, 'entries_missing');
  });
}

async function fetchDirectives(deps: ExchangeDeps, client: HubClient): Promise<void> {
  for (;;) {
    const after = needRow(deps).directives_through;
    const { directives } = parse(directivesSchema, await client.post('/directives', { after }));
    const applied = await applyDirectives(deps, directives, (sha256, from) => client.get(`/packs/${sha256}`, from));
    if (applied === 0 || applied < directives.length) return;
  }
}

function isRenewalDue(deps: ExchangeDeps): boolean {
  const { branch } = must(readSettings(deps), 'they were read');
  const { validToDate } = new X509Certificate(must(branch, 'it is a branch').certificate);
  return validToDate.getTime() - deps.clock.now() < LIMITS.uplinkRenewMs;
}

/** Asks for the next certificate, with a new key. It counts from the next connection on. */
async function renewCertificate(deps: ExchangeDeps, client: HubClient): Promise<void> {
  const { db, keys, clock } = deps;
  const { branch, hubKeys } = must(readSettings(deps), 'they were read');
  const { id } = must(branch, 'it is a branch');
  const made = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const request = signRenewal(keys.signing, {
    format: FORMAT,
    branch: id,
    appliance_key: keys.signing.publicKey,
    certificate_key: made.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    made_at: isoTime(clock.now()),
  });
  const signed: Signed = parse(signedSchema, await client.post('/certificates', request));
  const { certificate, ca, branch: named } = readByHub(signed, hubKeys, clock.now(), readCertificate);
  if (named !== id) throw new ContactFailure('bad_answer');
  const certificateKey = made.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  transact(db, () => {
    changeSettings(deps, { branch: { id, certificate }, ca, certificateKey });
    deps.audit.append({ actor: 'hub', action: 'hub.certificate_renewed', subjectId: id });
  });
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ContactFailure('bad_answer', { cause: parsed.error });
  return parsed.data;
}
