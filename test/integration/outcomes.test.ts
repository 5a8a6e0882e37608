import { beforeAll, describe, expect, it } from 'vitest';
import { compareFaces } from '../../models/face/compare.ts';
import { SHIPPED_FACE_NETS } from '../../models/face/nets.ts';
import { EngineError } from '../../models/ports.ts';
import { POLICY_V1 } from '../../server/checks/policy.ts';
import { must } from '../../server/lib/assert.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { type EngineCall, type FakeContent, fakeEngines, fakeFile } from '../support/fake-engines.ts';
import { ANNA, ANNA_ZONE, CARD_LINES, cardAndSelfie, type FormParts } from '../support/form.ts';
import { LISTED_PERSON, LISTED_PERSON_BY_YEAR } from '../support/lists.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { codesOf, read, send, settleMoving, submit, verify } from './drive.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The lines of the card. `changed` replaces lines with the same beginning. */
function cardLines(changed: Record<string, string>): string[] {
  return CARD_LINES.map((line) => {
    const label = Object.keys(changed).find((name) => line.startsWith(name));
    return label === undefined ? line : `${label}: ${changed[label]}`;
  });
}

const { passport: _number, ...LISTED } = LISTED_PERSON;

const clean = (change: Parameters<typeof cardAndSelfie>[0] = {}): FormParts => ({
  files: cardAndSelfie(change),
  applicant: ANNA,
});

const passport = (zone: string[], zoneProbability?: number): FormParts => ({
  files: [
    {
      bytes: fakeFile({ lines: ['PASSPORT', ...zone], faces: [0], ...(zoneProbability && { zoneProbability }) }),
      type: 'passport',
    },
    { bytes: fakeFile({ faces: [0.1] }), type: 'selfie' },
  ],
  applicant: ANNA,
});

/** The MRZ with a wrong check digit after the document number. */
function forged(): string[] {
  const [names, data] = ANNA_ZONE;
  return [names, data.slice(0, 9) + String((Number(data[9]) + 1) % 10) + data.slice(10)];
}

/** The angle between two faces that the policy finds neither similar nor different, and between two that it finds different. */
const { match_from, review_from } = POLICY_V1.face;
const GREY = angleOf((match_from + review_from) / 2);
const DIFFERENT = angleOf(review_from - 0.05);

/** The smallest angle in radians between two faces whose score is at most `score`. */
function angleOf(score: number): number {
  const steps = Array.from({ length: 1_000 }, (_, i) => (i / 1_000) * (Math.PI / 2));
  const angle = steps.find(
    (step) => compareFaces([1, 0], [Math.cos(step), Math.sin(step)], SHIPPED_FACE_NETS) <= score,
  );
  return must(angle, 'a right angle scores 0');
}

/** For tests that need no server of their own. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  return () => server[Symbol.asyncDispose]();
});

describe('a verification is completed', () => {
  it('where every check that applies passed', async () => {
    await using server = await startTestServer();
    const record = await verify(server, clean());
    expect(record).toMatchObject({ status: 'completed', errors: [], policy_version: 1 });
    expect(record.ocr['national_id']).toMatchObject({
      first_name: 'ANNA LUCIA',
      last_name: 'MARTELLO',
      id_number: 'X4RTBPFW4',
      date_of_birth: '1986-08-12',
      expiry_date: '2036-04-14',
    });
    expect(record.face_match).toMatchObject({ passed: true, model: { name: 'fake face', version: '1' } });
    expect(record.face_match.score).toBeGreaterThan(record.face_match.threshold ?? 1);
    expect(record.checks).toMatchObject({
      watchlists: { passed: true, hits: [], lists: [{ code: 'small', stale: false, entries: 4 }] },
      document_quality: { passed: true },
      document_validity: { passed: true },
      consistency: { passed: true },
    });
    const searched = record.checks.watchlists.searched.map(({ source }) => source);
    expect(new Set(searched)).toEqual(new Set(['submitted', 'read']));
  });

  it('from the documents alone, without any data of the applicant', async () => {
    expect(await verify(server, { files: cardAndSelfie() })).toMatchObject({ status: 'completed', errors: [] });
  });

  it('with consent given, and with consent not given at all', async () => {
    expect(await verify(server, { ...clean(), consent: true })).toMatchObject({ status: 'completed', consent: true });
    expect(await verify(server, clean())).toMatchObject({ status: 'completed', consent: null });
  });

  it('where type and side were not declared and the content tells them', async () => {
    const record = await verify(server, { ...clean(), documents_meta: null });
    expect(record, JSON.stringify(record.errors)).toMatchObject({ status: 'completed' });
    expect(record.documents.map(({ type }) => type)).toEqual(['national_id', 'selfie']);
    expect(record.expected_documents).toEqual([{ type: 'unknown' }, { type: 'unknown' }]);
  });

  it('from a PDF of one page and a PNG', async () => {
    const [, selfie] = cardAndSelfie();
    const files = [
      { bytes: fakeFile({ lines: CARD_LINES, faces: [0] }, 'pdf'), type: 'national_id', side: 'front' },
      { ...selfie, bytes: fakeFile({ faces: [0.1] }, 'png'), type: 'selfie' },
    ];
    const record = await verify(server, { files, applicant: ANNA });
    expect(record, JSON.stringify(record.errors)).toMatchObject({ status: 'completed' });
    expect(record.documents.map(({ media_type }) => media_type)).toEqual(['application/pdf', 'image/png']);
  });

  it('where the glare informs and decides nothing', async () => {
    const record = await verify(server, clean({ card: { quality: { glareShare: 0.2 } } }));
    expect(record.status).toBe('completed');
    expect(codesOf(record.checks.document_quality.findings)).toEqual(['image_glare']);
  });

  it('from a small picture whose letters are large enough', async () => {
    const text = { words: 20, letterHeight: 12, blur: 0.05, ground: 200, glareShare: 0 };
    const record = await verify(server, clean({ card: { width: 500, height: 320, quality: { text } } }));
    expect(record.status).toBe('completed');
    expect(codesOf(record.checks.document_quality.findings)).toEqual([]);
  });

  it('from a passport whose zone is whole', async () => {
    const record = await verify(server, passport(ANNA_ZONE));
    expect(record, JSON.stringify(record.errors)).toMatchObject({ status: 'completed' });
    expect(record.ocr['passport']).toMatchObject({
      document_number: 'X4RTBPFW4',
      mrz: { format: 'TD3', valid: true, lines: ANNA_ZONE },
    });
  });
});

describe('a verification fails', () => {
  const cases: [string, FormParts, string][] = [
    [
      'where the document has expired',
      clean({ card: { lines: cardLines({ 'Date of expiry': '14.04.2020' }) } }),
      'document_expired',
    ],
    ['where the faces clearly differ', clean({ selfie: { faces: [DIFFERENT] } }), 'faces_differ'],
    [
      'where a watchlist match is confirmed by the birth date',
      { files: cardAndSelfie(), applicant: LISTED },
      'hit_confirmed',
    ],
    ['where check digits are wrong on a clear image', passport(forged()), 'mrz_forged'],
    ['where nothing of a file can be decoded', clean({ card: { undecodable: true } }), 'file_unreadable'],
  ];
  it.each(cases)('%s', async (_name, parts, code) => {
    const record = await verify(server, parts);
    expect(record.status).toBe('failed');
    expect(record.errors[0]?.code).toBe(code);
  });

  it('where a watchlist match is confirmed by the number of the document that was read', async () => {
    await using server = await startTestServer();
    const { first_name, last_name } = LISTED_PERSON;
    const lines = cardLines({
      Surname: last_name,
      'Given names': first_name,
      'Document number': LISTED_PERSON.passport,
    });
    const record = await verify(server, { files: cardAndSelfie({ card: { lines } }) });
    expect(record.status).toBe('failed');
    expect(codesOf(record.errors)).toContain('hit_confirmed');
    const [hit] = record.checks.watchlists.hits;
    const [list] = record.checks.watchlists.lists;
    expect(hit).toMatchObject({
      id: expect.stringMatching(/^hit_/),
      strength: 'confirmed',
      entity: { name: expect.stringContaining('QUILLONEZ'), birth_dates: ['1968-04-12'] },
      list: { id: list?.id, code: 'small', version: list?.version },
    });
    expect(hit?.score).toBeGreaterThanOrEqual(POLICY_V1.screening.confirmed_from);
    expect(hit?.features.length).toBeGreaterThan(0);
    expect(record.checks.watchlists.passed).toBe(false);
  });

  it('where its processing failed at every attempt, and no sooner', async () => {
    const clock = testClock();
    const calls: EngineCall[] = [];
    const engines = fakeEngines({ before: (call) => void calls.push(call) });
    await using server = await startTestServer({ clock, engines });
    const id = await submit(server, clean({ card: { textFailure: 'crashed' } }));
    await settleMoving(server, clock);
    const record = await read(server, id);
    expect(record).toMatchObject({ status: 'failed', checks: { document_quality: { passed: true } } });
    expect(codesOf(record.errors)).toEqual(['processing_failed']);
    expect(calls.filter((call) => call === 'text')).toHaveLength(LIMITS.jobAttemptsMax);
    expect(clock.now()).toBe(testClock().now() + (LIMITS.jobAttemptsMax - 1) * LIMITS.jobBackoffMs);
    // Results from before the failure stay; a check that did not run is null with a finding.
    for (const check of [record.face_match, record.checks.watchlists, record.checks.consistency]) {
      expect(check).toMatchObject({ passed: null, findings: [{ code: 'check_not_run' }] });
    }
  });

  it('without the second text engine the first one decides, and the log says so', async () => {
    const engines = fakeEngines({
      before(call) {
        if (call === 'secondText') throw new EngineError('crashed', 'as the test asked for');
      },
    });
    await using server = await startTestServer({ engines });
    const id = await submit(server, clean({ card: { lines: ['Surname', 'MILLER'] } }));
    await server.settle();
    expect((await read(server, id)).status).toBe('needs_review');
    const [line = '', ...more] = server.logged.filter((one) => one.includes('engine.second_text_failed'));
    expect([JSON.parse(line), more]).toEqual([
      {
        time: expect.any(String),
        level: 'warn',
        event: 'engine.second_text_failed',
        verification: id,
        failure: 'crashed',
      },
      [],
    ]);
  });

  it('only after the last attempt: one that succeeds goes on', async () => {
    const clock = testClock();
    let failures = LIMITS.jobAttemptsMax - 1;
    const engines = fakeEngines({
      before(call) {
        if (call === 'text' && failures-- > 0) throw new EngineError('timeout', 'as the test asked for');
      },
    });
    await using server = await startTestServer({ clock, engines });
    const id = await submit(server, clean());
    await settleMoving(server, clock);
    expect(await read(server, id)).toMatchObject({ status: 'completed', errors: [] });
  });
});

describe('a verification needs a review', () => {
  const low: FakeContent = { width: 599, height: 800 };
  const other = { first_name: 'Berta', last_name: 'Cvetkova' };
  const cases: [name: string, parts: FormParts, code: string, check: string, passed: boolean | null][] = [
    ['an image under 600x600', clean({ card: low }), 'image_resolution_too_low', 'document_quality', false],
    ['a blurred image', clean({ card: { quality: { sharpness: 10 } } }), 'image_blurred', 'document_quality', false],
    ['a blank page', clean({ card: { quality: { sharpness: 0 } } }), 'image_blank', 'document_quality', false],
    ['a dark image', clean({ card: { quality: { brightness: 20 } } }), 'image_too_dark', 'document_quality', false],
    ['a file damaged in part', clean({ card: { damaged: true } }), 'file_damaged', 'document_quality', false],
    [
      'another name than the document',
      { files: cardAndSelfie(), applicant: { ...ANNA, ...other } },
      'name_mismatch',
      'consistency',
      false,
    ],
    [
      'another birth date than the document',
      { files: cardAndSelfie(), applicant: { ...ANNA, dob: '1987-01-01' } },
      'dob_mismatch',
      'consistency',
      false,
    ],
    ['a score in the grey band', clean({ selfie: { faces: [GREY] } }), 'faces_grey_band', 'face_match', false],
    [
      'a possible hit',
      {
        files: cardAndSelfie({
          card: {
            lines: cardLines({
              Surname: LISTED_PERSON_BY_YEAR.last_name,
              'Given names': 'Perpetua Irmgard',
              'Date of birth': '12.08.1975',
            }),
          },
        }),
      },
      'hit_possible',
      'watchlists',
      false,
    ],
    ['no selfie', { files: cardAndSelfie().slice(0, 1), applicant: ANNA }, 'selfie_missing', 'face_match', null],
    ['no face in the selfie', clean({ selfie: { faces: [] } }), 'face_selfie_not_found', 'face_match', null],
    ['no portrait', clean({ card: { faces: [] } }), 'face_portrait_not_found', 'face_match', null],
    ['a refused consent', { ...clean(), consent: false }, 'consent_refused', 'face_match', null],
    [
      'an unknown type of document',
      {
        files: [{ bytes: fakeFile({ lines: ['one', 'two', 'three', 'four five six'] }) }],
        applicant: ANNA,
        documents_meta: null,
      },
      'document_type_unknown',
      'document_validity',
      null,
    ],
    ['a document without text', clean({ card: { lines: [] } }), 'document_unreadable', 'document_validity', null],
    [
      'no identity document',
      { files: cardAndSelfie().slice(1), applicant: ANNA },
      'identity_document_missing',
      'document_validity',
      null,
    ],
  ];
  it.each(cases)('for %s', async (_name, parts, code, check, passed) => {
    const record = await verify(server, parts);
    expect(record.status, JSON.stringify(record.errors)).toBe('needs_review');
    expect(codesOf(record.errors)).toContain(code);
    const { face_match, checks } = record;
    const result = { face_match, ...checks }[check as 'face_match'];
    expect(result.passed).toBe(passed);
    expect(result.findings.length).toBeGreaterThan(0);
  });

  it('for wrong check digits of a zone that the reader may have misread', async () => {
    const record = await verify(server, passport(forged(), 0.6));
    expect(record.status).toBe('needs_review');
    expect(codesOf(record.errors)).toContain('mrz_check_digits_wrong');
    expect(record.ocr['passport']?.mrz).toMatchObject({ valid: false, check_digits: { document_number: false } });
  });

  it('where no list is loaded: the check did not run', async () => {
    await using server = await startTestServer({ list: false });
    const record = await verify(server, clean());
    expect(record.status).toBe('needs_review');
    expect(codesOf(record.errors)).toEqual(['no_list_loaded']);
    expect(record.checks.watchlists).toMatchObject({ passed: null, findings: [{ code: 'no_list_loaded' }], lists: [] });
  });

  it('from the day on which the list is 30 days old', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    clock.advance((LIMITS.listAgeDaysMax - 1) * DAY_MS);
    expect((await verify(server, clean())).status).toBe('completed');
    clock.advance(DAY_MS);
    const record = await verify(server, clean());
    expect(record.status).toBe('needs_review');
    expect(codesOf(record.errors)).toEqual(['list_stale']);
    expect(record.checks.watchlists).toMatchObject({ passed: null, lists: [{ stale: true, age_days: 30 }] });
  });

  it('if a hit comes from a stale list: a person decides, and the hit is shown', async () => {
    const clock = testClock();
    await using server = await startTestServer({ clock });
    clock.advance(40 * DAY_MS);
    const lines = cardLines({ Surname: LISTED_PERSON_BY_YEAR.last_name, 'Given names': 'Perpetua Irmgard' });
    const record = await verify(server, { files: cardAndSelfie({ card: { lines } }) });
    expect(record.status).toBe('needs_review');
    expect(codesOf(record.checks.watchlists.findings)).toEqual(expect.arrayContaining(['hit_possible', 'list_stale']));
    expect(record.checks.watchlists.passed).toBe(false);
  });

  it('where an engine is not available, at once and never as failed', async () => {
    const calls: EngineCall[] = [];
    const engines = fakeEngines({ before: (call) => void calls.push(call) });
    await using server = await startTestServer({ engines });
    const record = await verify(server, clean({ card: { textFailure: 'unavailable' } }));
    expect(record.status).toBe('needs_review');
    expect(codesOf(record.errors)).toEqual(['engine_unavailable']);
    expect(record.checks.watchlists).toMatchObject({ passed: null, findings: [{ code: 'check_not_run' }] });
    expect(calls.filter((call) => call === 'text')).toHaveLength(1);
    const metrics = await send(server, '/metrics');
    expect(metrics.text).toMatch(/^custos_jobs\{state="dead"\} 1$/m);
    expect(server.logged.some((line) => line.includes('"job.failed"') && line.includes(record.id))).toBe(true);
  });

  it('where the appliance itself has a fault that no attempt gets over', async () => {
    const clock = testClock();
    const engines = fakeEngines({
      before(call) {
        if (call === 'quality') throw new TypeError('a fault of ours');
      },
    });
    await using server = await startTestServer({ clock, engines });
    const id = await submit(server, clean());
    await settleMoving(server, clock);
    const record = await read(server, id);
    expect(record.status).toBe('needs_review');
    expect(codesOf(record.errors)).toEqual(['appliance_fault']);
  });
});

it('looks for no face where consent was refused', async () => {
  const calls: EngineCall[] = [];
  const engines = fakeEngines({ before: (call) => void calls.push(call) });
  await using server = await startTestServer({ engines });
  const record = await verify(server, { ...clean(), consent: false, documents_meta: null });
  expect(calls).toContain('text');
  expect(calls).not.toContain('face');
  expect(record.face_match).toMatchObject({ score: null, passed: null, findings: [{ code: 'consent_refused' }] });
});

it('names the file that a reason is about by its place', async () => {
  const record = await verify(server, clean({ selfie: { quality: { brightness: 5 } } }));
  expect(record.errors).toEqual([
    { code: 'image_too_dark', severity: 'review', message: expect.stringMatching(/better light/), document_index: 1 },
  ]);
  expect(codesOf(record.documents[1]?.findings ?? [])).toEqual(['image_too_dark']);
  expect(record.documents[0]?.findings.some(({ code }) => code === 'image_too_dark')).toBe(false);
});
