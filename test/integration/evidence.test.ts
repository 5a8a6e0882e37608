import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { must } from '../../server/lib/assert.ts';
import { readArchive } from '../../server/reports/evidence/archive.ts';
import { checkBundle } from '../../server/reports/evidence/check-file.ts';
import { CHROMIUM, readWithChromium } from '../support/chromium.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { submitCompany, uploadFor } from '../support/kyb.ts';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { skipUnless } from '../support/skip.ts';
import { bearer, read, send, sendJson, verify } from './drive.ts';

/** The number of changed bytes, one at a time. */
const CHANGES = isWholeRun() ? 2_000 : 150;

async function verifyPerson(server: TestServer): Promise<string> {
  const { id } = await verify(server, { applicant: ANNA, files: cardAndSelfie() });
  return id;
}

async function take(server: TestServer, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${server.baseUrl}${path}/evidence`, { headers: bearer(server.key) });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  return new Uint8Array(await answer.arrayBuffer());
}

function filesIn(bundle: Uint8Array<ArrayBuffer>): Map<string, Buffer> {
  const archive = must(readArchive(bundle), 'it is an archive');
  return new Map(archive.files.map(({ name, data }) => [name, Buffer.from(data)]));
}

const jsonIn = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(must(files.get(name), `${name} is there`).toString());

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function run({ appliance }: TestServer, args: string[], cwd: string): Promise<{ exit: number; out: string }> {
  let out = '';
  const say = (text: string): void => {
    out += text;
  };
  const exit = await runCommand(appliance, args, { out: say, err: say, cwd });
  return { exit, out };
}

/** For tests that need no server of their own. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  return () => server[Symbol.asyncDispose]();
});

describe('evidence of a person', () => {
  it('holds the record, its decision, each result, the files themselves, and what they were made with', async () => {
    const id = await verifyPerson(server);
    const record = await read(server, id);
    const files = filesIn(await take(server, `/v1/verifications/${id}`));
    const [front, selfie] = record.documents.map((document) => `documents/${document.id}.jpg`);
    expect([...files.keys()]).toEqual([
      'record.json',
      'decision.json',
      'former_attempts.json',
      'notes.json',
      ...[
        'authenticity',
        'consistency',
        'duplicates',
        'face',
        'intake',
        'liveness',
        'quality',
        'read',
        'screening',
        'validity',
      ].map((step) => `results/${step}.json`),
      front,
      selfie,
      'audit.json',
      'verify.html',
      'manifest.json',
      'signature.json',
    ]);
    expect(jsonIn(files, 'record.json')).toEqual(record);
    expect(jsonIn(files, 'decision.json')).toMatchObject({ outcome: record.status, policy_version: 1 });
    const sent = must(cardAndSelfie()[0], 'a card is sent').bytes;
    expect(files.get(front as string)).toEqual(sent);
    const manifest = jsonIn(files, 'manifest.json');
    expect(manifest).toMatchObject({
      format: 'custos-evidence',
      subject: { id, kind: 'kyc', livemode: true },
      appliance: { public_key: server.appliance.keys.signing.publicKey },
      policy: { version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      models: { installed: expect.arrayContaining([expect.objectContaining({ file: 'face/faceres.bin' })]) },
      watchlists: { lists: [{ code: 'small', content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }] },
    });
    expect(manifest.models.stated_by_results).toContainEqual(expect.objectContaining({ step: 'face' }));
    expect(manifest.documents[0]).toMatchObject({ path: front, sha256: sha256(sent), size: sent.length });
    for (const line of manifest.files) expect(sha256(files.get(line.path) as Buffer)).toBe(line.sha256);
  });

  it('holds what people did: the review, notes, and what it came to before', async () => {
    const path = '/v1/verifications';
    const blurred = cardAndSelfie({ card: { quality: { sharpness: 1 } } });
    const { id, status } = await verify(server, { applicant: ANNA, files: blurred });
    expect(status).toBe('needs_review');
    expect((await sendJson(server, `${path}/${id}/notes`, { text: 'Called the branch.' })).status).toBe(201);
    expect((await sendJson(server, `${path}/${id}/rerun`, {})).status).toBe(200);
    await server.settle();
    const review = { decision: 'approve', reason: 'quality_sufficient', note: 'The card can be read.' };
    expect((await sendJson(server, `${path}/${id}/review`, review)).status).toBe(200);
    const files = filesIn(await take(server, `${path}/${id}`));
    expect(jsonIn(files, 'record.json').review).toMatchObject({ decision: 'approve', note: 'The card can be read.' });
    expect(jsonIn(files, 'notes.json')).toMatchObject([{ text: 'Called the branch.' }]);
    expect(jsonIn(files, 'former_attempts.json')).toMatchObject([{ attempt: 1 }]);
    const actions = jsonIn(files, 'audit.json').entries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['note.added']));
  });

  it('holds the audit entries of this record alone, and the head of the log', async () => {
    const id = await verifyPerson(server);
    await verifyPerson(server);
    const audit = jsonIn(filesIn(await take(server, `/v1/verifications/${id}`)), 'audit.json');
    expect(audit.entries.map(({ action }: { action: string }) => action)).toEqual([
      'verification.created',
      expect.stringMatching(/^verification\./),
      'evidence.taken',
    ]);
    expect(new Set(audit.entries.map((entry: { subject_id: string }) => entry.subject_id))).toEqual(new Set([id]));
    const last = server.appliance.db.prepare('SELECT seq, link FROM audit ORDER BY seq DESC LIMIT 1').get() as {
      seq: number;
      link: Buffer;
    };
    expect(audit.head).toEqual({ count: last.seq, link: last.link.toString('hex') });
  });

  it('is refused after one changed byte, wherever it is', {
    ...inWholeRunAlone('1 s'),
  }, async () => {
    const bundle = await take(server, `/v1/verifications/${await verifyPerson(server)}`);
    expect((await checkBundle(bundle)).lines.filter(({ holds }) => !holds)).toEqual([]);
    const seed = testSeed();
    console.log(`seed ${seed}`);
    const random = seededRandom(seed);
    // The smallest parts are tried byte by byte: the last file, and the data after all files.
    const end = bundle.length - 1_500;
    const drawn = Array.from({ length: CHANGES }, () => Math.floor(random() * bundle.length));
    const tail = Array.from({ length: 1_500 }, (_, i) => end + i).filter(() => random() < CHANGES / 10_000);
    for (const at of [...drawn, ...tail]) {
      const changed = bundle.slice();
      changed[at] = (changed[at] as number) ^ (1 << Math.floor(random() * 8));
      expect((await checkBundle(changed)).holds, `byte ${at}, seed ${seed}`).toBe(false);
    }
  });

  it('is refused if it was cut, lengthened, or remade with other files', async () => {
    const bundle = await take(server, `/v1/verifications/${await verifyPerson(server)}`);
    const longer = new Uint8Array([...bundle, 0]);
    for (const other of [bundle.slice(0, -1), bundle.slice(1), longer, new Uint8Array(0), new Uint8Array(40)]) {
      expect((await checkBundle(other)).holds).toBe(false);
    }
  });

  it('names what was changed, and believes nothing that is not signed', async () => {
    const bundle = await take(server, `/v1/verifications/${await verifyPerson(server)}`);
    const at = Buffer.from(bundle).indexOf('"status"');
    const changed = bundle.slice();
    changed[at + 3] = 0x41;
    const { lines, publicKey } = await checkBundle(changed);
    expect(lines.filter(({ holds }) => !holds).map(({ what }) => what)).toEqual(['archive', 'record.json']);
    expect(publicKey).toBe(server.appliance.keys.signing.publicKey);
    const signed = bundle.slice();
    const name = Buffer.from(bundle).lastIndexOf('"signature":"') + 20;
    signed[name] = signed[name] === 0x30 ? 0x31 : 0x30;
    const forged = await checkBundle(signed);
    expect([forged.holds, forged.publicKey, forged.about]).toEqual([false, null, null]);
    expect(forged.lines.filter(({ holds }) => holds)).toEqual([]);
  });

  it('says which file could not be read any more, and vouches for the rest', async () => {
    const id = await verifyPerson(server);
    const [front] = (await read(server, id)).documents;
    const path = join(server.appliance.config.dataDir, 'files', id, must(front, 'there is a front').id);
    const sealed = readFileSync(path);
    const damaged = Buffer.from(sealed);
    damaged[20] = (damaged[20] as number) ^ 1;
    writeFileSync(path, damaged);
    const bundle = await take(server, `/v1/verifications/${id}`);
    writeFileSync(path, sealed);
    expect((await checkBundle(bundle)).holds).toBe(true);
    const manifest = jsonIn(filesIn(bundle), 'manifest.json');
    expect(manifest.documents.map((line: { path: string | null }) => line.path)).toEqual([null, expect.any(String)]);
  });

  it('is for those who may read records and the log, of their own mode, and the log says who took it', async () => {
    await using server = await startTestServer();
    const id = await verifyPerson(server);
    const path = `/v1/verifications/${id}/evidence`;
    const statusWith = async (key: string): Promise<number> =>
      (await send(server, path, { headers: bearer(key) })).status;
    expect(await statusWith(server.makeKey({ scopes: ['kyc:read'] }))).toBe(403);
    expect(await statusWith(server.makeKey({ scopes: ['audit:read', 'kyb:read'] }))).toBe(403);
    expect(await statusWith(server.makeKey({ livemode: false }))).toBe(404);
    expect(await statusWith('sk_live_wrong')).toBe(401);
    const taken = server.appliance.db.prepare("SELECT count(*) FROM audit WHERE action = 'evidence.taken'").pluck();
    expect(taken.get()).toBe(0);
    expect(await statusWith(server.makeKey({ scopes: ['kyc:read', 'audit:read'] }))).toBe(200);
    expect(taken.get()).toBe(1);
    expect((await send(server, '/v1/kyb/verifications/ver_x/evidence')).status).toBe(404);
  });
});

describe('evidence of a company', () => {
  it('holds its files and the registers that were asked', async () => {
    const id = await submitCompany(server);
    await uploadFor(server, id, [{ type: 'registration_certificate', name: 'register.pdf' }]);
    await server.settle();
    const bundle = await take(server, `/v1/kyb/verifications/${id}`);
    expect((await checkBundle(bundle)).holds).toBe(true);
    const files = filesIn(bundle);
    expect(jsonIn(files, 'record.json')).toMatchObject({ id, company: { legal_name: 'Nordwind Handel GmbH' } });
    expect([...files.keys()]).toEqual(expect.arrayContaining(['results/registry.json', 'results/persons.json']));
    expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(1);
    expect(jsonIn(files, 'manifest.json')).toMatchObject({ subject: { kind: 'kyb' }, registers: [] });
  });
});

describe('custos evidence', () => {
  it('verifies a bundle, refuses a changed one and one of another appliance, and tells the key', async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    await using other = await startTestServer();
    const bundle = await take(server, `/v1/verifications/${await verifyPerson(server)}`);
    writeFileSync(join(folder.path, 'whole.zip'), bundle);
    bundle[100] = (bundle[100] as number) ^ 1;
    writeFileSync(join(folder.path, 'changed.zip'), bundle);
    const { publicKey } = server.appliance.keys.signing;
    const whole = await run(server, ['evidence', 'verify', 'whole.zip'], folder.path);
    expect([whole.exit, whole.out]).toEqual([0, expect.stringContaining('valid    record.json: unchanged')]);
    const changed = await run(server, ['evidence', 'verify', 'changed.zip'], folder.path);
    expect([changed.exit, changed.out]).toEqual([1, expect.stringContaining('REFUSED  record.json: it was changed')]);
    const foreign = await run(other, ['evidence', 'verify', 'whole.zip'], folder.path);
    expect([foreign.exit, foreign.out]).toEqual([1, expect.stringContaining('signed with a different key')]);
    expect((await run(other, ['evidence', 'verify', 'whole.zip', '--key', publicKey], folder.path)).exit).toBe(0);
    expect((await run(server, ['evidence', 'verify', 'none.zip'], folder.path)).exit).toBe(1);
    expect((await run(server, ['evidence', 'verify'], folder.path)).exit).toBe(2);
    expect((await run(server, ['evidence', 'key'], folder.path)).out).toContain(publicKey);
    expect((await send(server, '/v1/system/signing-key')).body).toMatchObject({ public_key: publicKey });
  });
});

describe('the page that comes in a bundle', () => {
  it('holds all of its code and may load nothing', async () => {
    const files = filesIn(await take(server, `/v1/verifications/${await verifyPerson(server)}`));
    const page = must(files.get('verify.html'), 'the page is there').toString();
    expect(page).toContain("default-src 'none'");
    expect(page.match(/(src|href)=|fetch\(|XMLHttpRequest|from '(?!data:)/g)).toBeNull();
  });

  it('accepts the bundle in Chromium, and refuses it after one changed byte', {
    ...(isWholeRun() ? skipUnless(existsSync(CHROMIUM), `there is no ${CHROMIUM}`) : inWholeRunAlone('5 s')),
  }, async () => {
    using folder = tempFolder();
    const bundle = await take(server, `/v1/verifications/${await verifyPerson(server)}`);
    const page = must(filesIn(bundle).get('verify.html'), 'the page is there').toString();
    const { publicKey } = server.appliance.keys.signing;
    const shown = (bytes: Uint8Array, key = ''): Promise<string> =>
      readWithChromium(CHROMIUM, folder.path, { page, bytes, key });
    const whole = await shown(bundle);
    expect(whole).toContain(`The bundle is intact. Compare the key`);
    expect(whole).toContain(publicKey);
    expect(await shown(bundle, publicKey)).toContain('signed with the key you expect');
    expect(await shown(bundle, '00'.repeat(32))).toContain('signed with a different key');
    const changed = bundle.slice();
    changed[200] = (changed[200] as number) ^ 1;
    const refused = await shown(changed);
    expect(refused).toContain('REFUSED: this bundle was changed after it was made.');
    expect(refused).toMatch(/REFUSED<\/td><td>record\.json<\/td><td>it was changed/);
  });
});
