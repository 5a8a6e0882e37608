import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Appliance } from '../appliance/appliance.ts';
import type { Config } from '../appliance/config.ts';
import type { Surroundings } from '../context.ts';
import { atEnd } from '../lib/at-end.ts';
import { guardEgress } from '../lib/egress.ts';
import { watchSockets } from '../lib/socket-watch.ts';
import type { UploadSession } from '../vault/staging.ts';
import { addCompanyDocuments } from '../verifications/company-documents.ts';
import { statusOf } from '../verifications/state.ts';
import { storeSubmission } from '../verifications/store-submission.ts';
import { type SubmitInput, submitKyb, submitVerification } from '../verifications/submit.ts';
import type { CommandIo } from './io.ts';
import { withOwnAppliance } from './own-appliance.ts';
import { drawCard, drawCertificate, drawPortrait } from './selftest-documents.ts';

export const SELFTEST_USAGE = 'custos selftest offline';

const ACTOR = 'cli';
const COMPANY = 'Selftest Specimen Trading Ltd';
const LIST =
  'id,name,type,aliases,birth_dates,nationalities,identifiers,topics\n1,"NOBODY, Specimen",person,,,,,sanction\n';

/**
 * `custos selftest offline`: verifies a fictional person and a fictional company, from upload to decision, in a temporary appliance with the real
 * engines. Counts the other machines that anything in the process tries to connect to: connections of our own code are refused and counted, and on
 * Linux the sockets of native libraries are watched (`watchSockets`). Returns 0 if there were none and both verifications ended, 1 if not, 2 for a
 * command that is not understood.
 */
export async function selftestCommand(
  config: Config,
  args: readonly string[],
  io: CommandIo,
  surroundingsOf: (config: Config) => Surroundings,
): Promise<number> {
  if (args.length !== 2 || args[1] !== 'offline') {
    io.err(`Use: ${SELFTEST_USAGE}\n`);
    return 2;
  }
  const tried: string[] = [];
  const unguard = guardEgress((host) => tried.push(host));
  const watch = watchSockets();
  using _unguard = atEnd(() => unguard());
  await using _watch = atEnd(() => watch?.end());
  return await withOwnAppliance(config, surroundingsOf, async (appliance, folder) => {
    const ended = await verifyBoth(appliance, folder, io);
    const all = [...tried, ...((await watch?.end()) ?? [])];
    io.out(`Connections to other machines: ${all.length}${all.length > 0 ? ` (${all.join(', ')})` : ''}\n`);
    io.out(`Sockets of native libraries: ${watch ? 'watched' : 'not watched (possible on Linux only)'}\n`);
    return ended && all.length === 0 ? 0 : 1;
  });
}

async function verifyBoth(appliance: Appliance, folder: string, io: CommandIo): Promise<boolean> {
  const list = join(folder, 'list.csv');
  writeFileSync(list, LIST);
  await appliance.lists.importList({ paths: [list], code: 'selftest' }, ACTOR);
  await appliance.engines.warm();
  for (const { engine, state } of appliance.engines.states()) io.out(`Engine ${engine}: ${state}\n`);
  appliance.webhooks.start(null);
  // Without a hub it must connect to none.
  appliance.uplink.start();
  const ids = [await submitPerson(appliance), await submitCompany(appliance)];
  appliance.runner.start();
  await appliance.runner.settle();
  const ends = ids.map((id) => statusOf(appliance, id));
  for (const [i, kind] of ['Person', 'Company'].entries()) io.out(`${kind}: ${ends[i]}\n`);
  return ends.every((status) => status !== 'pending' && status !== 'processing');
}

async function submitPerson(appliance: Appliance): Promise<string> {
  return withSession(appliance.vault.beginUpload(), async (session) => {
    const documents: SubmitInput['documents'] = [
      { file: await receive(session, drawCard()), name: null, type: 'national_id', side: 'front' },
      { file: await receive(session, drawPortrait()), name: null, type: 'selfie', side: null },
    ];
    const applicant = { first_name: 'Erika Selftest', last_name: 'Musterfrau', dob: '1986-08-12' };
    const submission = { applicant, consent: true, metadata: null, webhook_url: null };
    const stored = { record: session, isNew: true, files: documents.map(({ file }) => file) };
    await storeSubmission(appliance, stored, () =>
      submitVerification(appliance, { record: session, livemode: true, actor: ACTOR, submission, documents }),
    );
  });
}

async function submitCompany(appliance: Appliance): Promise<string> {
  const record = appliance.vault.newCompanyRecord();
  const submission = {
    company: { legal_name: COMPANY, country: 'GB', address: { country: 'GB' } },
    representatives: [],
    ubos: [],
    documents: [],
    metadata: null,
  };
  await storeSubmission(appliance, { record, isNew: true, files: [] }, () =>
    submitKyb(appliance, { record, livemode: true, actor: ACTOR, submission }),
  );
  const { verificationId: id } = record;
  return withSession(appliance.vault.beginUploadInto(id), async (session) => {
    const file = await receive(session, drawCertificate(COMPANY));
    const files = [{ file, name: null, type: 'registration_certificate' as const }];
    await storeSubmission(appliance, { record: session, isNew: false, files: [file] }, () =>
      addCompanyDocuments(appliance, { kind: 'kyb', id, livemode: true, actor: ACTOR, files }),
    );
  });
}

async function withSession(session: UploadSession, work: (session: UploadSession) => Promise<void>): Promise<string> {
  await using _session = atEnd(() => session.discard());
  await work(session);
  return session.verificationId;
}

const receive = (session: UploadSession, file: Buffer) => session.receive(Readable.from([file]));
