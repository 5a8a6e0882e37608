import { generateKeyPairSync } from 'node:crypto';
import { transact } from '../../../server/hub/db/transact.ts';
import { answerPoll, approveEnrolment, createInvite, requestEnrolment } from '../../../server/hub/enrolment.ts';
import { takeParcel, type Way } from '../../../server/hub/intake.ts';
import type { Hub } from '../../../server/hub/open.ts';
import type { Clock } from '../../../server/lib/clock.ts';
import { isoTime } from '../../../server/lib/clock.ts';
import { createSigner, makeSeed, type Signer } from '../../../server/lib/signatures.ts';
import { type Invite, readAnswer, signEnrolment, signPoll } from '../../../server/parcel/enrolment.ts';
import { type Entry, makeEntry, NO_HEAD, nextHead } from '../../../server/parcel/entries.ts';
import { newLineId } from '../../../server/parcel/fields.ts';
import type { HubKeys } from '../../../server/parcel/hub-keys.ts';
import { type ParcelAbout, sealParcel } from '../../../server/parcel/parcel.ts';
import { type Receipt, readReceipt } from '../../../server/parcel/receipt.ts';
import type { Signed } from '../../../server/parcel/signed.ts';

export const ADMINISTRATOR = 'opr_test';

/** A branch as the hub sees one: it keeps its line in memory and seals real parcels. */
export interface TestBranch {
  id: string;
  name: string;
  signer: Signer;
  hubKeys: HubKeys;
  certificate: { chain: string; key: string };
  ca: string;
  line: string;
  entries: Entry[];
  /** The number of the last confirmed entry. */
  confirmed: number;
  /** The audit log: the link of entry n is at n - 1. */
  audit: string[];
  auditConfirmed: number;
  clock: Clock;
}

/** What of a test branch a backup holds, or an image of its disk. */
export type BranchCopy = Pick<TestBranch, 'line' | 'confirmed' | 'auditConfirmed'> & {
  entries: Entry[];
  audit: string[];
};

const certificateKeys = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { format: 'pem', type: 'spki' },
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  });

export const SITE = { hub: 'Headquarters', addresses: ['https://hub.example:8443'] };

/** Returns the request of a further appliance, with an invite of its own. */
export async function newRequest(hub: Hub): Promise<Signed> {
  return requestOf(
    hub,
    { ...(await inviteOf(hub, 'Another')), name: 'Another' },
    createSigner(makeSeed()),
    certificateKeys().publicKey,
    newLineId(),
  );
}

const inviteOf = (hub: Hub, name: string): Promise<Invite> =>
  transact(hub.pool, 'all', (tx) => createInvite(tx, hub, { actor: ADMINISTRATOR, name, site: SITE }));

const requestOf = (
  hub: Hub,
  { code, name }: Pick<Invite, 'code'> & { name: string },
  signer: Signer,
  certificateKey: string,
  line: string,
): Signed =>
  signEnrolment(signer, {
    format: 1,
    code,
    appliance_key: signer.publicKey,
    certificate_key: certificateKey,
    name,
    version: '0.1.0',
    line,
    made_at: isoTime(hub.clock.now()),
  });

/** Enrols a new appliance, which an administrator approves; its line has its first entry. */
export async function enrolBranch(hub: Hub, name = 'Branch', clock: Clock = hub.clock): Promise<TestBranch> {
  const signer = createSigner(makeSeed());
  const keys = certificateKeys();
  const line = newLineId();
  const invite = await inviteOf(hub, name);
  const request = requestOf(hub, { ...invite, name }, signer, keys.publicKey, line);
  const { id: enrolment } = await requestEnrolment(hub, request, 'tls');
  await transact(hub.pool, 'all', (tx) => approveEnrolment(tx, hub, { actor: ADMINISTRATOR, enrolment }));
  const poll = signPoll(signer, {
    format: 1,
    enrolment_id: enrolment,
    appliance_key: signer.publicKey,
    made_at: isoTime(clock.now()),
  });
  const answer = readAnswer(await answerPoll(hub, poll), invite.hub_keys);
  if (answer.state !== 'approved') throw new Error(`the enrolment is ${answer.state}`);
  const branch: TestBranch = {
    id: answer.branch,
    name,
    signer,
    hubKeys: answer.hub_keys,
    certificate: { chain: answer.certificate, key: keys.privateKey },
    ca: answer.ca,
    line,
    entries: [],
    confirmed: 0,
    audit: ['a0'.repeat(32)],
    auditConfirmed: 0,
    clock,
  };
  openLine(branch, line, null);
  return branch;
}

/** Begins a line: the first after an enrolment, or the next one after a restore. */
export function openLine(
  branch: TestBranch,
  line: string,
  former: { line: string; seq: number; head: string } | null,
): void {
  Object.assign(branch, { line, entries: [], confirmed: 0, auditConfirmed: 0 });
  addEntry(branch, 'line', null, { reason: former ? 'restored' : 'enrolled', former });
}

export function addEntry(
  branch: TestBranch,
  kind: Parameters<typeof makeEntry>[0]['kind'],
  record: string | null,
  content: NonNullable<Entry['content']>,
): Entry {
  const entry = makeEntry({ seq: branch.entries.length + 1, kind, record, content });
  branch.entries.push(entry);
  branch.audit.push(nextHead(branch.audit.at(-1) ?? NO_HEAD, entry));
  return entry;
}

/** Adds the state of a record. */
export function addRecord(
  branch: TestBranch,
  record: string,
  content: { state?: string; reasons?: string[] } = {},
): Entry {
  const at = isoTime(branch.clock.now());
  const state = content.state ?? 'approved';
  return addEntry(branch, 'record', record, {
    kind: 'kyc',
    state,
    decision: state,
    reasons: content.reasons ?? [],
    created_at: at,
    changed_at: at,
  });
}

/** @param lists codes of the watchlists that the branch has */
export function addHealth(branch: TestBranch, warnings: string[] = [], lists: string[] = []): Entry {
  return addEntry(branch, 'health', null, {
    version: '0.1.0',
    uptime_seconds: 60,
    warnings,
    disk_free_bytes: 10 ** 10,
    queued: 0,
    in_review: 0,
    backup_age_seconds: null,
    clock_trusted: true,
    datasets: lists.map((code) => ({
      kind: 'list',
      code,
      version: '1',
      published_at: null,
      imported_at: isoTime(0),
    })),
    policy_version: 1,
  });
}

/** An entry without its content, as an erasure leaves it: digest and chain hold. */
export const eraseEntry = (entry: Entry): Entry => ({ ...entry, salt: null, content: null });

export const headOf = (entries: readonly Entry[]): string => entries.reduce(nextHead, NO_HEAD);

/** Seals entries `first` to `last` of the line; by default all that are not confirmed, at most 100. */
export async function parcelOf(
  branch: TestBranch,
  {
    first = branch.confirmed + 1,
    last = first + 99,
    about = {},
    hubKeys = branch.hubKeys,
  }: { first?: number; last?: number; about?: Partial<ParcelAbout>; hubKeys?: HubKeys } = {},
): Promise<Buffer> {
  const { auditConfirmed, audit } = branch;
  const linkAt = (count: number) => ({ count, head: audit[count - 1] ?? '' });
  return sealParcel(
    {
      branch: branch.id,
      line: branch.line,
      prev_head: about.prev_head ?? headOf(branch.entries.slice(0, first - 1)),
      level: 1,
      checkpoint: null,
      audit: linkAt(audit.length),
      audit_at: auditConfirmed > 0 ? linkAt(auditConfirmed) : null,
      branch_time: isoTime(branch.clock.now()),
      receipts_through: branch.confirmed,
      ...about,
    },
    branch.entries.slice(first - 1, last),
    hubKeys,
    branch.signer,
  );
}

/** Sends a parcel over TLS or by a file, and reads its receipt as the branch does. */
export async function deliver(hub: Hub, branch: TestBranch, parcel: Buffer, by: Way['by'] = 'tls'): Promise<Receipt> {
  const way: Way = by === 'tls' ? { by, branch: branch.id } : { by };
  const receipt = readReceipt(await takeParcel(hub, parcel, way), branch.hubKeys);
  if (receipt.line === branch.line && receipt.last > branch.confirmed) {
    branch.confirmed = receipt.last;
    branch.auditConfirmed = receipt.audit_count;
  }
  return receipt;
}

/** Sends everything that is not confirmed. */
export async function sendAll(hub: Hub, branch: TestBranch): Promise<void> {
  while (branch.confirmed < branch.entries.length) await deliver(hub, branch, await parcelOf(branch));
}

export const copyBranch = ({ line, confirmed, auditConfirmed, entries, audit }: TestBranch): BranchCopy => ({
  line,
  confirmed,
  auditConfirmed,
  entries: [...entries],
  audit: [...audit],
});

/** Puts a copy back, as `custos restore` does or as a second machine from one image has it. */
export const restoreBranch = (branch: TestBranch, copy: BranchCopy): TestBranch => ({
  ...branch,
  ...copy,
  entries: [...copy.entries],
  audit: [...copy.audit],
});
