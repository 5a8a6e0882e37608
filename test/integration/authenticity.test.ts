import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startThread } from '../../models/threads/start.ts';
import { runCommand } from '../../server/commands/run.ts';
import { must } from '../../server/lib/assert.ts';
import { readArchive } from '../../server/reports/evidence/archive.ts';
import { tagged } from '../support/authenticity/cbor.ts';
import { answerByRecovery, makeDg1, makeDg2, makeDg14, makeDg15, makeSod } from '../support/authenticity/chips.ts';
import { makeMdoc, TRANSCRIPT } from '../support/authenticity/mdocs.ts';
import { withAndWithoutNodeEc } from '../support/authenticity/node-ec.ts';
import { encodeC40, makeVds, message } from '../support/authenticity/seals.ts';
import { makeCrl, makeMasterList } from '../support/authenticity/signed-data.ts';
import { makeSigner, newPrivateKey, signWith, type TestSigner } from '../support/authenticity/signers.ts';
import { makeCsca, makeIaca } from '../support/authenticity/trust-files.ts';
import { testClock } from '../support/clock.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { ANNA, ANNA_ZONE, cardAndSelfie, type FormFile, form } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { readPdf } from '../support/pdf-text.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { td2Lines, td3Lines } from '../support/specimens/mrz.ts';
import { PEOPLE, type SpecimenPerson } from '../support/specimens/people.ts';
import { type Answer, bearer, read, send, sendJson } from './drive.ts';

type Groups = Record<number, Buffer>;

interface State {
  csca: TestSigner;
  signer: TestSigner;
}

/** A country signer with a document signer under it. */
function makeState(): State {
  const csca = makeCsca();
  return { csca, signer: makeSigner({ name: 'DS', serial: '02', issuer: csca }) };
}

const HOLDER: SpecimenPerson = {
  ...PEOPLE.clean,
  firstNames: 'Anna Lucia',
  lastName: 'Martello',
  documentNumber: 'X4RTBPFW4',
  dob: '1986-08-12',
  expires: '2036-04-14',
  sex: 'F',
};
/** Anna's MRZ with another number, and right check digits. */
const OTHER_ZONE = td3Lines({ ...HOLDER, documentNumber: 'X4RTBPFW5' });

/** Anna's passport, whose printed MRZ the fake engines read, and her selfie. */
const PASSPORT: FormFile[] = [
  { bytes: fakeFile({ lines: ANNA_ZONE, faces: [0] }), name: 'passport.jpg', type: 'passport' },
  ...cardAndSelfie().slice(1),
];

/** The files of a chip that this document signer signed. */
function chipOf(signer: TestSigner, groups: Groups = {}): { sod: Buffer; groups: Groups } {
  const all: Groups = { 1: makeDg1(ANNA_ZONE), 2: makeDg2(fakeFile({ faces: [0] })), ...groups };
  const map = new Map(Object.entries(all).map(([number, bytes]) => [Number(number), bytes]));
  return { sod: makeSod(map, signer), groups: all };
}

const asJson = ({ sod, groups }: ReturnType<typeof chipOf>, more: object = {}): object => ({
  ef_sod: sod.toString('base64'),
  data_groups: Object.fromEntries(
    Object.entries(groups).map(([number, bytes]) => [`DG${number}`, bytes.toString('base64')]),
  ),
  ...more,
});

/** Imports a list and makes it the active one, confirmed by fingerprint. */
async function trust(
  server: TestServer,
  name: string,
  content: Buffer,
  fingerprints: string[],
  kind?: string,
): Promise<string> {
  const { listsDir } = server.appliance.config;
  mkdirSync(listsDir, { recursive: true });
  writeFileSync(join(listsDir, name), content);
  const staged = await sendJson(server, '/v1/trust-lists', { paths: [name], ...(kind && { kind }) });
  expect(staged.status, staged.text).toBe(201);
  const active = await sendJson(server, `/v1/trust-lists/${staged.body.id}/activate`, { fingerprints });
  expect(active.status, active.text).toBe(200);
  return staged.body.id;
}

const trustState = (server: TestServer, { csca }: State): Promise<string> =>
  trust(server, 'csca.der', Buffer.from(csca.certificate.raw), [csca.certificate.sha256]);

function post(
  server: TestServer,
  chip: object | null,
  { files = PASSPORT, path = '/v1/verifications', key = server.key, parts = {} as Record<string, Buffer> } = {},
): Promise<Answer> {
  const body = form(path === '/v1/verifications' ? { files, applicant: ANNA, consent: true } : { files });
  if (chip) body.append('chip', JSON.stringify(chip));
  for (const [name, bytes] of Object.entries(parts)) body.append('chip[]', new Blob([new Uint8Array(bytes)]), name);
  return send(server, path, { method: 'POST', body, headers: bearer(key) });
}

async function check(server: TestServer, chip: object | null, options: Parameters<typeof post>[2] = {}) {
  const created = await post(server, chip, options);
  expect(created.status, created.text).toBe(201);
  await server.settle();
  const record = await read(server, created.body.id);
  const { authenticity } = record.checks;
  return {
    record,
    authenticity,
    codes: authenticity.findings.map(({ code }) => code),
    source: authenticity.sources[0],
  };
}

async function replay(server: TestServer, id: string): Promise<string> {
  let out = '';
  const say = (text: string): void => {
    out += text;
  };
  await runCommand(server.appliance, ['replay', id], { out: say, err: say, cwd: '/' });
  return out;
}

/** A mobile document with its session. */
const sessionOf = (response: Buffer): object => ({
  device_response: response.toString('base64'),
  session_transcript: Buffer.from(TRANSCRIPT).toString('base64'),
});

/** Every byte below a folder, and the log. */
function everythingWritten(server: TestServer): Buffer {
  const { dataDir } = server.appliance.config;
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  return Buffer.concat([...bytes, Buffer.from(server.logged.join('\n'))]);
}

describe('the chip of a record', () => {
  it('is authentic under a trusted state, and a copy is not excluded', async () => {
    await using server = await startTestServer();
    const state = makeState();
    const version = await trustState(server, state);
    const { authenticity, codes, source, record } = await check(server, asJson(chipOf(state.signer)));
    expect(authenticity.passed).toBe(true);
    expect(codes).toEqual(['chip_revocation_unknown', 'chip_copy_not_excluded', 'chip_authentic']);
    expect(source).toMatchObject({
      kind: 'chip',
      result: 'valid',
      steps: { integrity: 'successful', signature: 'successful', signer_chain: 'successful' },
      data_groups: { DG1: 'successful', DG2: 'successful' },
      anchor: { sha256: state.csca.certificate.sha256 },
      fields: { last_name: 'MARTELLO', document_number: 'X4RTBPFW4' },
      portrait: true,
      trust_lists: [{ id: version, kind: 'csca' }],
    });
    expect(record.status).toBe('completed');
  });

  it('is told by file parts and by the list of its files as well', async () => {
    await using server = await startTestServer();
    const state = makeState();
    await trustState(server, state);
    const { sod, groups } = chipOf(state.signer);
    const [dg1, dg2] = [must(groups[1], 'made'), must(groups[2], 'made')];
    const parts = { 'EF_SOD.bin': sod, 'DG1.bin': dg1, 'EF.DG2': dg2, 'EF_COM.bin': Buffer.of(0x60, 0) };
    expect((await check(server, null, { parts })).codes).toContain('chip_authentic');
    const lds = Object.entries({ sod, DG1: dg1, DG2: dg2 }).map(([name, data]) => ({
      name,
      data: data.toString('base64'),
    }));
    expect((await check(server, { lds })).codes).toContain('chip_authentic');
  });

  it('is not authentic without a trust list, under another state, or if anything of it is wrong', async () => {
    await using server = await startTestServer();
    const [state, other] = [makeState(), makeState()];
    const chip = chipOf(state.signer);
    const lone = await check(server, asJson(chip));
    expect([lone.source?.result, lone.codes, lone.record.status]).toEqual([
      'signer_unknown',
      ['trust_list_missing'],
      'needs_review',
    ]);
    await trustState(server, state);
    const altered = {
      ...chip,
      groups: { ...chip.groups, 1: makeDg1(ANNA_ZONE.map((line) => line.replace('ANNA', 'ANNE'))) },
    };
    const forged = chipOf({ ...state.signer, key: makeSigner().key });
    const extra = { ...chip, groups: { ...chip.groups, 11: Buffer.of(0x6b, 0) } };
    const expired = chipOf(
      makeSigner({ issuer: state.csca, notBefore: '20100101000000Z', notAfter: '20110101000000Z', serial: '07' }),
    );
    const { 2: _, ...lacking } = chip.groups;
    const expected: [object, string, string][] = [
      [asJson(altered), 'chip_data_altered', 'failed'],
      [asJson(forged), 'chip_signature_invalid', 'failed'],
      [asJson(extra), 'chip_data_not_covered', 'failed'],
      [asJson(chipOf(other.signer)), 'chip_signer_unknown', 'needs_review'],
      [asJson(expired), 'chip_signer_expired', 'needs_review'],
      [asJson({ ...chip, groups: lacking }), 'chip_incomplete', 'needs_review'],
      [{ ...asJson(chip), ef_sod: Buffer.from('no SOD').toString('base64') }, 'chip_unreadable', 'needs_review'],
    ];
    for (const [sent, code, status] of expected) {
      const { codes, record } = await check(server, sent);
      expect([codes.includes(code), record.status], `${code}: ${codes}`).toEqual([true, status]);
      if (code !== 'chip_signer_expired' && code !== 'chip_incomplete') expect(codes).not.toContain('chip_authentic');
    }
  });

  it('fails if its signer was revoked', async () => {
    await using server = await startTestServer();
    const state = makeState();
    await trustState(server, state);
    const crl = makeCrl(state.csca, { revoked: [state.signer.certificate] });
    await trust(server, 'revoked.crl', crl, []);
    const { codes, record } = await check(server, asJson(chipOf(state.signer)));
    expect([codes.includes('chip_signer_revoked'), record.status], String(codes)).toEqual([true, 'failed']);
  });

  it('is compared with the picture: its MRZ fails a record, its print asks for a review', async () => {
    await using server = await startTestServer();
    const state = makeState();
    await trustState(server, state);
    const chip = asJson(chipOf(state.signer));
    const other = { ...PASSPORT[0], bytes: fakeFile({ lines: OTHER_ZONE, faces: [0] }) } as FormFile;
    const zone = await check(server, chip, { files: [other, ...PASSPORT.slice(1)] });
    expect([zone.codes.includes('chip_zone_mismatch'), zone.record.status], String(zone.codes)).toEqual([
      true,
      'failed',
    ]);
    const lines = ['SPECIMEN PASSPORT', 'Surname: VANDERBERG', 'Given names: ANNA LUCIA', 'Date of birth: 12.08.1986'];
    const print = { ...PASSPORT[0], bytes: fakeFile({ lines, faces: [0] }) } as FormFile;
    const printed = await check(server, chip, { files: [print, ...PASSPORT.slice(1)] });
    expect(printed.codes).toContain('chip_print_mismatch');
    expect(printed.codes).not.toContain('chip_zone_mismatch');
  });

  it('gives the name and dates that later checks use', async () => {
    await using server = await startTestServer();
    const state = makeState();
    await trustState(server, state);
    const files = [{ ...PASSPORT[0], bytes: fakeFile({ lines: ['SPECIMEN PASSPORT'], faces: [0] }) } as FormFile];
    const { record } = await check(server, asJson(chipOf(state.signer)), { files: [...files, ...PASSPORT.slice(1)] });
    expect(record.checks.watchlists.searched.map(({ source, name }) => `${source} ${name}`)).toContain(
      'read ANNA LUCIA MARTELLO',
    );
    expect(record.checks.consistency.findings.map(({ code }) => code)).not.toContain('name_not_compared');
  });

  it('its face is the portrait, is shown, and is compared with the printed one', async () => {
    await using server = await startTestServer();
    const state = makeState();
    await trustState(server, state);
    const exchanged = { ...PASSPORT[0], bytes: fakeFile({ lines: ANNA_ZONE, faces: [1.5] }) } as FormFile;
    const files = [exchanged, ...PASSPORT.slice(1)];
    const { record, source } = await check(server, asJson(chipOf(state.signer)), { files });
    expect(record.face_match.score).toBeGreaterThan(0.99);
    expect(record.face_match.findings).toMatchObject([{ code: 'chip_print_mismatch', evidence: { fields: ['face'] } }]);
    expect(record.status).toBe('needs_review');
    const dg2 = must(
      source?.files.find(({ name }) => name === 'DG2'),
      'it was sent',
    );
    for (const path of ['faces/reference', `documents/${dg2.id}/pages/1`]) {
      const { status, headers } = await server.fetch(`/v1/verifications/${record.id}/${path}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
    // Anybody can write a face on a chip of their own.
    const own = await check(server, asJson(chipOf(makeState().signer)), { files });
    expect(own.record.face_match.findings).toMatchObject([{ code: 'faces_differ' }]);
  });

  it('says why nothing was checked without a chip, and asks for one where the policy does', async () => {
    await using server = await startTestServer();
    const { authenticity } = await check(server, null);
    expect(authenticity).toMatchObject({ passed: null, sources: [], findings: [{ code: 'authenticity_not_checked' }] });
    const { policies } = server.appliance;
    const changes = { 'authenticity.required_types': ['passport'] };
    policies.change({ basedOn: policies.current().version, note: 'chips', changes }, 'test');
    const created = await post(server, null);
    await server.settle();
    const record = (await send(server, `/v1/verifications/${created.body.id}`)).body;
    expect(record.status).toBe('needs_review');
    expect(record.errors).toMatchObject([{ code: 'chip_missing', document_index: 0 }]);
  });

  it('can be added to a record that waits, and is gone after an erasure', async () => {
    await using server = await startTestServer();
    const state = makeState();
    await trustState(server, state);
    const first = await check(server, asJson(chipOf(makeState().signer)));
    const path = `/v1/verifications/${first.record.id}/documents`;
    const added = await post(server, asJson(chipOf(state.signer)), { files: [], path });
    expect(added.status, added.text).toBe(201);
    await server.settle();
    const record = await read(server, first.record.id);
    expect(record.checks.authenticity.sources).toMatchObject([{ result: 'valid' }]);
    const { db } = server.appliance;
    const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect([count('documents'), count('used_trust_versions')]).toEqual([8, 1]);
    const erased = await send(server, `/v1/verifications/${first.record.id}`, { method: 'DELETE' });
    expect(erased.status, erased.text).toBeLessThan(300);
    expect([count('documents'), count('used_trust_versions')]).toEqual([0, 0]);
  });
});

describe('seals and mobile documents', () => {
  const verifyWith = async (server: TestServer, mdoc: object | null, files: FormFile[]) => {
    const body = form({ files, applicant: ANNA, consent: true });
    if (mdoc) body.append('mdoc', JSON.stringify(mdoc));
    const created = await send(server, '/v1/verifications', { method: 'POST', body });
    expect(created.status, created.text).toBe(201);
    await server.settle();
    return (await read(server, created.body.id)).checks.authenticity;
  };

  it('a seal in a picture is verified with its signer, and compared with the picture', async () => {
    await using server = await startTestServer();
    const signer = makeSigner();
    const seal = makeVds(signer).toString('latin1');
    const barcodes = [{ format: 'DataMatrix' as const, text: seal }];
    const page = { bytes: fakeFile({ lines: ANNA_ZONE, faces: [0], barcodes }), type: 'passport' };
    const files = [page, ...PASSPORT.slice(1)];
    expect(await verifyWith(server, null, files)).toMatchObject({
      passed: false,
      findings: expect.arrayContaining([expect.objectContaining({ code: 'seal_signer_unknown' })]),
    });
    await trust(server, 'seals.der', Buffer.from(signer.certificate.raw), [signer.certificate.sha256], 'vds_signers');
    const { sources, findings } = await verifyWith(server, null, files);
    expect(sources).toMatchObject([{ kind: 'seal', format: 'vds', result: 'valid', document_id: expect.any(String) }]);
    expect(findings.map(({ code }) => code)).toEqual(['seal_authentic', 'seal_print_mismatch']);
  });

  it('a seal whose signer is unknown waits for a person, unless the policy only reports it', async () => {
    await using server = await startTestServer();
    const zone = encodeC40(td2Lines(HOLDER).join(''));
    const seal = makeVds(makeSigner(), { messages: [message(2, zone)] }).toString('latin1');
    const barcodes = [{ format: 'DataMatrix' as const, text: seal }];
    const page = { bytes: fakeFile({ lines: ANNA_ZONE, faces: [0], barcodes }), type: 'passport' };
    const files = [page, ...PASSPORT.slice(1)];
    const waiting = await check(server, null, { files });
    expect(waiting.record).toMatchObject({ status: 'needs_review', errors: [{ code: 'seal_signer_unknown' }] });
    const { policies } = server.appliance;
    const changes = { 'severity.seal_signer_unknown': 'info' };
    policies.change({ basedOn: policies.current().version, note: 'no list', changes }, 'test');
    const created = await post(server, null, { files });
    await server.settle();
    const { body } = await send(server, `/v1/verifications/${created.body.id}`);
    expect([body.status, body.errors]).toEqual(['completed', []]);
    expect(body.checks.authenticity).toMatchObject({ passed: null, sources: [{ result: 'signer_unknown' }] });
  });

  it('a mobile document is verified with its issuer, and with its device where the session is there', async () => {
    await using server = await startTestServer({ clock: testClock() });
    const { response, iaca } = makeMdoc({ iaca: makeIaca() });
    const sent = { device_response: response.toString('base64') };
    const unknown = await verifyWith(server, sent, PASSPORT);
    expect(unknown.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['mdoc_issuer_unknown', 'mdoc_holder_unproven']),
    );
    await trust(server, 'iaca.der', Buffer.from(iaca.certificate.raw), [iaca.certificate.sha256], 'iaca');
    const session = sessionOf(response);
    const { sources, findings } = await verifyWith(server, session, PASSPORT);
    expect(sources, JSON.stringify(findings)).toMatchObject([
      { kind: 'mdoc', result: 'valid', steps: { device_authentication: 'successful' } },
    ]);
    expect(findings.map(({ code }) => code)).toContain('mdoc_authentic');
    const altered = Buffer.from(response);
    altered[altered.length - 5] = (altered.at(-5) ?? 0) ^ 1;
    const forged = await verifyWith(server, { ...session, device_response: altered.toString('base64') }, PASSPORT);
    expect(forged.passed).toBe(false);
  });
});

describe('the face in a mobile document', () => {
  it(
    'is compared with the selfie beside the printed one, once its issuer is trusted',
    inWholeRunAlone('2 s'),
    async () => {
      await using server = await startTestServer({ clock: testClock() });
      const iaca = makeIaca();
      const portrait = (angle: number) => ({
        family_name: 'Muster',
        given_name: 'Mara',
        birth_date: tagged(1004, '1986-08-12'),
        portrait: fakeFile({ faces: [angle] }),
      });
      const verify = async (elements: object) => {
        const { response } = makeMdoc({ iaca, elements: { ...elements } });
        const body = form({ files: PASSPORT, applicant: ANNA, consent: true });
        body.append('mdoc', JSON.stringify(sessionOf(response)));
        const created = await send(server, '/v1/verifications', { method: 'POST', body });
        await server.settle();
        return read(server, created.body.id);
      };
      // Anybody can sign a face.
      const unknown = await verify(portrait(1.5));
      expect(unknown.face_match.findings).toEqual([]);
      await trust(server, 'iaca.der', Buffer.from(iaca.certificate.raw), [iaca.certificate.sha256], 'iaca');
      const same = await verify(portrait(0));
      expect([same.face_match.passed, same.face_match.faces?.reference]).toEqual([true, 2]);
      const other = await verify(portrait(1.5));
      expect(other.face_match.findings).toMatchObject([{ code: 'faces_differ' }]);
      const [file] = other.checks.authenticity.sources[0]?.files ?? [];
      const shown = await server.fetch(`/v1/verifications/${other.id}/documents/${file?.id}/pages/1`);
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      // A document without a portrait, or with one that shows nobody, changes nothing.
      for (const elements of [{ family_name: 'Muster' }, { portrait: fakeFile() }]) {
        expect((await verify(elements)).face_match.findings).toEqual([]);
      }
    },
  );
});

describe('what is kept', () => {
  it('is in the evidence with its anchor, in the report in one sentence, and replayed with the same lists', async () => {
    await using server = await startTestServer();
    const state = makeState();
    const version = await trustState(server, state);
    const { sod, groups } = chipOf(state.signer);
    const { record } = await check(server, asJson({ sod, groups }));
    const path = `/v1/verifications/${record.id}`;
    const bundle = await (await server.fetch(`${path}/evidence`)).arrayBuffer();
    const { files } = must(readArchive(new Uint8Array(bundle)), 'it is an archive');
    const parts = new Map(files.map(({ name, data }) => [name, Buffer.from(data)]));
    expect(parts.get('authenticity/chip/EF_SOD.bin')).toEqual(sod);
    expect(parts.get('authenticity/chip/DG1.bin')).toEqual(groups[1]);
    const anchor = state.csca.certificate;
    expect(parts.get(`authenticity/anchors/${anchor.sha256}.der`)).toEqual(Buffer.from(anchor.raw));
    expect(JSON.parse(String(parts.get('manifest.json'))).trust_lists).toMatchObject({
      lists: [{ id: version, content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      anchors: [anchor.sha256],
    });
    const report = await server.fetch(`${path}/report`);
    const { pages } = await readPdf(new Uint8Array(await report.arrayBuffer()));
    expect(pages.join(' ').replace(/\s+/g, ' ')).toContain("The chip's data is signed by UT; a copy is not excluded.");
    // Replays go by the lists of that time, whatever is trusted now.
    const [list] = server.appliance.trustAnchors.versions();
    await server.appliance.trustLists.remove(must(list, 'it is active').code, 'test');
    expect(server.appliance.trustAnchors.versions()).toEqual([]);
    expect(await replay(server, record.id)).toContain('authenticity: same\n');
  });
});

describe('active authentication', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const newChallenge = async (server: TestServer, key = server.key) =>
    (await send(server, '/v1/chip-challenges', { method: 'POST', headers: bearer(key) })).body as {
      id: string;
      challenge: string;
      expires_at: string;
    };
  const answered = (chip: ReturnType<typeof chipOf>, { id, challenge }: { id: string; challenge: string }, key = rsa) =>
    asJson(chip, {
      active_authentication: {
        challenge_id: id,
        signature: answerByRecovery(key, Buffer.from(challenge, 'hex')).toString('base64'),
      },
    });

  it('excludes a copy, and suspects one whose answer is wrong', async () => {
    await using server = await startTestServer();
    const state = makeState();
    await trustState(server, state);
    const chip = chipOf(state.signer, { 15: makeDg15(rsa) });
    const genuine = await check(server, answered(chip, await newChallenge(server)));
    expect(genuine.codes).toContain('chip_clone_excluded');
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const clone = await check(server, answered(chip, await newChallenge(server), stranger));
    expect([clone.codes.includes('chip_clone_suspected'), clone.record.status]).toEqual([true, 'failed']);
  });

  it('accepts no challenge that is used, old, of another key or mode, or unknown', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    const chip = chipOf(makeState().signer, { 15: makeDg15(rsa) });
    const stranger = server.makeKey();
    const testKey = server.makeKey({ livemode: false });
    const used = await newChallenge(server);
    expect((await post(server, answered(chip, used))).status).toBe(201);
    const old = await newChallenge(server);
    clock.advance(5 * 60_000);
    const refused = [used, old, await newChallenge(server, stranger), await newChallenge(server, testKey)];
    for (const challenge of [...refused, { id: old.id.replace(/.{4}$/, '0000'), challenge: old.challenge }]) {
      const { status, body } = await post(server, answered(chip, challenge));
      expect([status, body.code, body.errors[0].field]).toEqual([
        409,
        'chip_challenge_invalid',
        'chip.active_authentication.challenge_id',
      ]);
    }
    const fresh = await newChallenge(server);
    const record = server.appliance.db.prepare('SELECT count(*) FROM verifications').pluck();
    expect(record.get()).toBe(1);
    expect((await post(server, answered(chip, fresh))).status).toBe(201);
  });
});

withAndWithoutNodeEc('a state whose curves Electron lacks', (hasNodeEc) => {
  const cost = hasNodeEc ? inWholeRunAlone('2 s') : {};

  it(
    'has its list, chip, seal and mobile document proven, from the upload to the record and its replay',
    cost,
    async () => {
      await using server = await startTestServer({ clock: testClock() });
      const csca = makeCsca({ key: 'explicit:brainpoolP384r1' });
      const signer = makeSigner({ key: 'brainpoolP256r1', serial: '02', issuer: csca });
      const listSigner = makeSigner({ key: 'brainpoolP256r1', issuer: csca, extendedKeyUsage: '2.23.136.1.1.3' });
      const list = makeMasterList([csca.certificate], listSigner);
      const version = await trust(server, 'states.ml', list, [csca.certificate.sha256]);
      const sealSigner = makeSigner({ key: 'brainpoolP256r1' });
      const { certificate } = sealSigner;
      await trust(server, 'seals.der', Buffer.from(certificate.raw), [certificate.sha256], 'vds_signers');
      const iaca = makeIaca({ key: 'explicit:brainpoolP384r1' });
      await trust(server, 'iaca.der', Buffer.from(iaca.certificate.raw), [iaca.certificate.sha256], 'iaca');

      const barcodes = [{ format: 'DataMatrix' as const, text: makeVds(sealSigner).toString('latin1') }];
      const page = { ...PASSPORT[0], bytes: fakeFile({ lines: ANNA_ZONE, faces: [0], barcodes }) } as FormFile;
      const body = form({ files: [page, ...PASSPORT.slice(1)], applicant: ANNA, consent: true });
      const chipKey = newPrivateKey('brainpoolP256r1');
      // ecdsa-plain-SHA256 of BSI TR-03111.
      const groups = { 14: makeDg14('0.4.0.127.0.7.1.1.4.1.3'), 15: makeDg15(chipKey) };
      const { id, challenge } = (await send(server, '/v1/chip-challenges', { method: 'POST' })).body;
      const signature = signWith(chipKey, Buffer.from(challenge, 'hex'), 'ieee-p1363').toString('base64');
      const chip = asJson(chipOf(signer, groups), { active_authentication: { challenge_id: id, signature } });
      body.append('chip', JSON.stringify(chip));
      const { response } = makeMdoc({ key: 'brainpoolP256r1', iaca });
      body.append('mdoc', JSON.stringify(sessionOf(response)));
      const created = await send(server, '/v1/verifications', { method: 'POST', body });
      expect(created.status, created.text).toBe(201);
      await server.settle();
      const { checks } = await read(server, created.body.id);
      const { sources, findings } = checks.authenticity;
      expect(sources, JSON.stringify(findings)).toMatchObject([
        {
          kind: 'chip',
          result: 'valid',
          steps: { clone_protection: 'successful' },
          trust_lists: [{ id: version }],
        },
        { kind: 'seal', result: 'valid' },
        { kind: 'mdoc', result: 'valid', steps: { device_authentication: 'successful' } },
      ]);
      expect(await replay(server, created.body.id)).toContain('authenticity: same\n');
    },
  );

  it('is read by a thread that has no other curves than its own', cost, async () => {
    const probe = `
      import { createPublicKey, generateKeyPairSync } from 'node:crypto';
      import { parentPort } from 'node:worker_threads';
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      const key = { key: publicKey.export({ type: 'spki', format: 'der' }), type: 'spki', format: 'der' };
      let has = true;
      try { createPublicKey(key); } catch { has = false; }
      parentPort.postMessage(has);`;
    const [has] = await once(startThread(new URL(`data:text/javascript,${encodeURIComponent(probe)}`)), 'message');
    expect(has).toBe(hasNodeEc);
  });
});

describe('files that are refused', () => {
  it('fingerprints and irises are refused by name and by content, and are nowhere afterwards', async () => {
    await using server = await startTestServer();
    const { sod, groups } = chipOf(makeState().signer);
    const secret = randomBytes(64);
    const [dg3, dg4] = [0x63, 0x76].map((tag) => Buffer.concat([Buffer.of(tag, 64), secret])) as [Buffer, Buffer];
    const base = asJson({ sod, groups }) as { data_groups: object };
    const withGroup = (name: string, bytes: Buffer): object => ({
      ...base,
      data_groups: { ...base.data_groups, [name]: bytes.toString('base64') },
    });
    const lds = (name: string, bytes: Buffer): object => ({ ...base, lds: [{ name, data: bytes.toString('base64') }] });
    const sent: [object | null, Record<string, Buffer>, string][] = [
      [withGroup('DG3', dg3), {}, 'chip.data_groups.DG3'],
      [withGroup('DG16', dg4), {}, 'chip.data_groups.DG16'],
      [lds('EF.DG4', Buffer.concat([Buffer.of(0x61), secret])), {}, 'chip.lds[0]'],
      [lds('DG7', dg3), {}, 'chip.lds[0]'],
      [null, { 'EF_SOD.bin': sod, 'DG3.bin': dg3 }, 'chip[]'],
      [null, { 'EF_SOD.bin': sod, 'DG2.bin': dg4 }, 'chip[]'],
    ];
    for (const [chip, parts, field] of sent) {
      const { status, body } = await post(server, chip, { parts });
      expect([status, body.errors[0].code, body.errors[0].field], JSON.stringify(body)).toEqual([
        400,
        'biometrics_refused',
        field,
      ]);
    }
    // As a picture too, and before its first byte is written.
    const group = Buffer.concat([Buffer.of(0x63, 0x81, 0x80), secret, secret]);
    const files = [...PASSPORT, { bytes: group, name: 'scan.jpg', type: 'other' }];
    const { status, body } = await post(server, null, { files });
    expect([status, body.errors[0].code, body.errors[0].field]).toEqual([400, 'biometrics_refused', 'documents[2]']);
    const written = everythingWritten(server);
    for (const form of [secret, secret.toString('base64').slice(4, 60), secret.toString('hex')]) {
      expect(written.includes(form)).toBe(false);
    }
  });

  it('names the field of what is missing, unknown, not Base64 or too large', async () => {
    await using server = await startTestServer();
    const { sod, groups } = chipOf(makeState().signer);
    const chip = asJson({ sod, groups }) as { ef_sod: string; data_groups: Record<string, string> };
    const { ef_sod: _, ...lacking } = chip;
    const expected: [object, string][] = [
      [lacking, 'chip.ef_sod'],
      [{ ...chip, ef_sod: 'no Base64!' }, 'chip.ef_sod'],
      [{ ...chip, data_groups: { DG99: chip.ef_sod } }, 'chip.data_groups.DG99'],
      [{ ...chip, lds: [{ name: 'CVCA', data: chip.ef_sod }] }, 'chip.lds[0]'],
      [{ ...chip, lds: [{ name: 'DG1', data: chip.ef_sod }] }, 'chip.lds[0]'],
      [{ ...chip, data_groups: { DG2: Buffer.alloc(2 * 1024 * 1024, 0x75).toString('base64') } }, 'chip'],
    ];
    for (const [sent, field] of expected) {
      const { status, body } = await post(server, sent);
      expect([status, body.errors?.[0].field], JSON.stringify(body)).toEqual([400, field]);
    }
  });
});
