import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPANY_DOCUMENT_TYPES, KYB_ROLES } from '../../server/checks/kyb/types.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { sampleOf } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, createCompany, holdings, KYB, LEAST_COMPANY, NOTHING, send, sendJson } from './drive.ts';

const LEI = '5493001KJTIIGC8Y1R12';

const LEAST = LEAST_COMPANY;
const DIRECTOR = { first_name: 'Jana', last_name: 'Ohlsen', role: 'director' };
const OWNER = { first_name: 'Jana', last_name: 'Ohlsen', ownership_percent: 100 };

type Body = Record<string, unknown>;

const ofCompany = (change: Body): Body => ({ company: { ...LEAST, ...change } });
const ofAddress = (change: Body): Body => ofCompany({ address: { ...LEAST.address, ...change } });
const ofPerson = (change: Body): Body => ({ company: LEAST, representatives: [{ ...DIRECTOR, ...change }] });
/** The second of two owners, so the path contains its index. */
const ofOwner = (change: Body): Body => ({ company: LEAST, ubos: [OWNER, { ...OWNER, ...change }] });
const ofDocument = (change: Body): Body => ({ company: LEAST, documents: [{ type: 'other', ...change }] });

const LONGEST = 'x'.repeat(LIMITS.textFieldCharsMax);
const TOO_LONG = `${LONGEST}x`;
const NO_TEXTS = [null, 5, true, [], {}, TOO_LONG];
const NO_COUNTRIES = [null, 5, '', 'de', 'DEU', 'ZZ', 'D', ' DE'];
const NO_DATES = [null, 19900101, '', '1990-02-30', '31.01.1990', '1990-1-31', '1990-01-31T00:00:00Z'];
const TEXTS = ['x', LONGEST, 'Łódź — 東京', '0'];
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

interface Field {
  path: string;
  body(value: unknown): Body;
  good: readonly unknown[];
  bad: readonly unknown[];
  needed?: true;
}

const text = (path: string, build: (change: Body) => Body, needed = false): Field => {
  const name = path.split('.').at(-1) ?? path;
  return {
    path,
    body: (value) => build({ [name]: value }),
    good: needed ? TEXTS : [...TEXTS, '', ' '],
    bad: needed ? [...NO_TEXTS, '', '  \t'] : NO_TEXTS,
    ...(needed ? { needed: true } : {}),
  };
};
const country = (path: string, build: (change: Body) => Body): Field => ({
  ...text(path, build),
  good: ['DE', 'TW', 'XK'].slice(0, 2),
  bad: NO_COUNTRIES,
});
const date = (path: string, build: (change: Body) => Body): Field => ({
  ...text(path, build),
  good: ['1990-05-31', '2024-02-29', '0001-01-01', '9999-12-31'],
  bad: NO_DATES,
});
const lei = (path: string, build: (change: Body) => Body): Field => ({
  ...text(path, build),
  good: [LEI, '00000000000000000000'],
  bad: [null, 5, '', LEI.toLowerCase(), LEI.slice(1), `${LEI}0`, `${LEI.slice(0, 18)}XX`],
});
const names = (name: string): Field => ({
  path: `company.${name}`,
  body: (value) => ofCompany({ [name]: value }),
  good: [[], ['A'], ['', 'A'], many(LIMITS.companyNamesMax, 'A')],
  bad: [null, 'A', {}, many(LIMITS.companyNamesMax + 1, 'A')],
});

const chain = (parents: (number | undefined)[], persons: readonly number[] = []): Body => ({
  company: LEAST,
  ubos: parents.map((parent, index) => ({
    ...(persons.includes(index) ? { first_name: 'A', last_name: 'B' } : { legal_name: `Holding ${index}` }),
    ownership_percent: 50,
    ...(parent === undefined ? {} : { parent }),
  })),
});

/** Every field of the body: values that are accepted, and values that are refused with this path. */
const FIELDS: Field[] = [
  { path: 'company', body: (company) => ({ company }), good: [LEAST], bad: [null, 5, 'GmbH', []], needed: true },
  {
    ...text('company.legal_name', ofCompany, true),
    good: [...TEXTS, '3', '株'],
    bad: [...NO_TEXTS, '', ' ', '....', '\u200b', '&'],
  },
  text('company.registration_number', ofCompany),
  text('company.tax_id', ofCompany),
  { ...country('company.country', ofCompany), needed: true },
  text('company.industry', ofCompany),
  text('company.vat_number', ofCompany),
  text('company.legal_form', ofCompany),
  lei('company.lei', ofCompany),
  date('company.incorporation_date', ofCompany),
  names('trading_names'),
  names('former_names'),
  {
    path: 'company.trading_names[1]',
    body: (name) => ofCompany({ trading_names: ['A', name] }),
    good: TEXTS,
    bad: NO_TEXTS,
  },
  {
    path: 'company.former_names[0]',
    body: (name) => ofCompany({ former_names: [name] }),
    good: TEXTS,
    bad: NO_TEXTS,
  },
  {
    path: 'company.address',
    body: (address) => ofCompany({ address }),
    good: [{ country: 'DE' }],
    bad: [null, 'Hafenstr. 1', [], 5],
  },
  text('company.address.line1', ofAddress),
  text('company.address.line2', ofAddress),
  text('company.address.city', ofAddress),
  text('company.address.state', ofAddress),
  text('company.address.postal_code', ofAddress),
  { ...country('company.address.country', ofAddress), needed: true },
  {
    path: 'representatives',
    body: (representatives) => ({ company: LEAST, representatives }),
    good: [[], [DIRECTOR], many(LIMITS.representativesMax, DIRECTOR)],
    bad: [null, DIRECTOR, 'Jana', many(LIMITS.representativesMax + 1, DIRECTOR)],
  },
  {
    path: 'representatives[1]',
    body: (person) => ({ company: LEAST, representatives: [DIRECTOR, person] }),
    good: [DIRECTOR],
    bad: [null, 5, 'Jana', []],
  },
  text('representatives[0].first_name', ofPerson, true),
  text('representatives[0].last_name', ofPerson, true),
  {
    ...text('representatives[0].role', ofPerson),
    good: KYB_ROLES,
    bad: [null, 5, '', 'Director', 'owner'],
    needed: true,
  },
  date('representatives[0].dob', ofPerson),
  country('representatives[0].nationality', ofPerson),
  {
    path: 'ubos',
    body: (ubos) => ({ company: LEAST, ubos }),
    good: [[], [OWNER], many(LIMITS.ubosMax, OWNER)],
    bad: [null, OWNER, 5, many(LIMITS.ubosMax + 1, OWNER)],
  },
  { path: 'ubos[1]', body: (ubo) => ({ company: LEAST, ubos: [OWNER, ubo] }), good: [OWNER], bad: [null, 5, []] },
  text('ubos[1].first_name', ofOwner),
  text('ubos[1].last_name', ofOwner),
  {
    path: 'ubos[1].legal_name',
    body: (legal_name) => ({ company: LEAST, ubos: [OWNER, { legal_name, ownership_percent: 1 }] }),
    good: [...TEXTS, ''],
    bad: NO_TEXTS,
  },
  {
    ...text('ubos[1].ownership_percent', ofOwner),
    good: [0, -0, 1e-9, 33.333333, 25, 99.99, 100],
    bad: [-1, -1e-9, 100.01, 101, 1e308, '50', '', null, true, [50], {}],
    needed: true,
  },
  date('ubos[1].dob', ofOwner),
  country('ubos[1].nationality', ofOwner),
  country('ubos[1].country', ofOwner),
  text('ubos[1].registration_number', ofOwner),
  lei('ubos[1].lei', ofOwner),
  {
    path: 'ubos[1].parent',
    body: (parent) => ({
      company: LEAST,
      ubos: [{ legal_name: 'Holding', ownership_percent: 60 }, { ...OWNER, parent }, OWNER],
    }),
    good: [0, -0],
    bad: [1, 2, 3, -1, 0.5, '0', null, 1e300],
  },
  {
    path: 'documents',
    body: (documents) => ({ company: LEAST, documents }),
    good: [[], many(LIMITS.descriptorsMax, { type: 'other' })],
    bad: [null, {}, 'a.pdf', many(LIMITS.descriptorsMax + 1, { type: 'other' })],
  },
  {
    ...text('documents[0].type', ofDocument),
    good: COMPANY_DOCUMENT_TYPES,
    bad: [null, 5, '', 'passport', 'selfie', 'Registration_Certificate'],
    needed: true,
  },
  {
    ...text('documents[0].name', ofDocument),
    good: ['a.pdf', '', 'x'.repeat(LIMITS.fileNameBytesMax)],
    bad: [null, 5, [], 'x'.repeat(LIMITS.fileNameBytesMax + 1)],
  },
  {
    path: 'metadata',
    body: (metadata) => ({ company: LEAST, metadata }),
    good: [{}, { internal_ref: 'A-1' }, { a: [1, { b: null }] }, { x: 'x'.repeat(LIMITS.metadataBytesMax - 8) }],
    bad: [null, 5, 'A-1', [], { x: 'x'.repeat(LIMITS.metadataBytesMax - 7) }],
  },
];

/** The name of a value in the title of a test. */
const told = (value: unknown): string => {
  const written = Object.is(value, -0) ? '-0' : JSON.stringify(value);
  return written.length > 60 ? `${written.slice(0, 40)}... (${written.length})` : written;
};
const good = FIELDS.flatMap((field) => field.good.map((value) => [field.path, told(value), field, value] as const));
const bad = FIELDS.flatMap((field) => field.bad.map((value) => [field.path, told(value), field, value] as const));
const needed = FIELDS.filter((field) => field.needed).map((field) => [field.path, field] as const);

let server: TestServer;
const post = (body: unknown, headers: Record<string, string> = {}) => createCompany(server, body, headers);
const readBack = async (id: string) => (await send(server, `${KYB}/${id}`)).body;

// No job runs, so the stored data is the sent data.
beforeAll(async () => {
  server = await startTestServer({ start: false, config: { createsPerMinute: 10_000, requestsPerMinute: 10_000 } });
});
afterAll(() => server.stop());

describe('a field of a company', () => {
  it.each(sampleOf('values that are taken', good, 40))('%s takes %s', async (_path, _told, field, value) => {
    const { status, body, text: answered } = await post(field.body(value));
    expect(status, answered).toBe(201);
    expect(body.warnings).toEqual([]);
  });

  it.each(sampleOf('values that are refused', bad, 40))('%s refuses %s', async (path, _told, field, value) => {
    const before = await holdings(server);
    const { status, body } = await post(field.body(value));
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors.map(({ field: named }: { field: string }) => named)).toEqual([path]);
    expect(body.errors[0].message).toMatch(new RegExp(`^${path.replace(/[[\].]/g, '\\$&')} .{5,}\\.$`));
    expect(await holdings(server)).toEqual(before);
  });

  it.each(needed)('%s is needed', async (path, field) => {
    const { status, body } = await post(field.body(undefined));
    expect([status, body.errors.length]).toEqual([400, 1]);
    expect(body.errors[0]).toEqual({ code: 'required', field: path, message: `${path} is required.` });
  });

  it('says what is wrong with a share', async () => {
    const fault = async (ownership_percent: unknown) => (await post(ofOwner({ ownership_percent }))).body.errors[0];
    const field = 'ubos[1].ownership_percent';
    expect(await fault('50')).toEqual({ code: 'invalid_type', field, message: `${field} must be a number.` });
    expect(await fault(null)).toMatchObject({ code: 'invalid_type', field });
    const over = { code: 'invalid_value', field, message: `${field} is more than 100; send a number from 0 to 100.` };
    expect(await fault(100.01)).toEqual(over);
    expect(await fault(-1)).toMatchObject({ code: 'invalid_value', message: expect.stringContaining('less than 0') });
  });

  it('tells of every fault at once, up to a limit', async () => {
    const { body } = await post({
      company: { legal_name: 5, country: 'xx' },
      representatives: [{ role: 'boss' }],
      ubos: [{ ownership_percent: '1' }, { ownership_percent: 101 }],
      documents: [{}],
    });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'company.legal_name',
      'company.country',
      'company.address.country',
      'representatives[0].first_name',
      'representatives[0].last_name',
      'representatives[0].role',
      'ubos[0].ownership_percent',
      'ubos[1].ownership_percent',
      'documents[0].type',
    ]);
    const flood = await post({ company: LEAST, ubos: many(LIMITS.ubosMax, {}) });
    expect(flood.body.errors).toHaveLength(LIMITS.errorItemsMax);
  });
});

describe('the owner above', () => {
  it.each([
    ['a chain of companies', chain([undefined, 0, 1, 2], [3])],
    ['a chain told from its end', chain([1, 2, 3, undefined], [0])],
    ['many shares in one', chain([undefined, 0, 0, 0], [1, 2])],
  ])('can make %s', async (_name, body) => expect((await post(body)).status).toBe(201));

  it.each([
    ['itself', chain([undefined, 1]), ['ubos[1].parent'], 'itself'],
    ['nobody', chain([undefined, 2]), ['ubos[1].parent'], 'not an index'],
    ['a person', chain([undefined, 0], [0]), ['ubos[1].parent'], 'person'],
    ['a circle', chain([1, 0, undefined]), ['ubos[0].parent', 'ubos[1].parent'], 'leads back'],
    ['a circle that others lead into', chain([1, 2, 1, 0]), ['ubos[1].parent', 'ubos[2].parent'], 'leads back'],
  ])('cannot be %s', async (_name, body, fields, words) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(answer.body.errors[0].message).toContain(words);
  });

  it('is a person or a company, not both', async () => {
    const { status, body } = await post(ofOwner({ legal_name: 'Holding' }));
    expect([status, body.errors[0].field]).toEqual([400, 'ubos[1].legal_name']);
  });
});

describe('the answer to a create', () => {
  it('is the one of the contract', async () => {
    const { status, body, headers } = await post({ company: LEAST });
    const { warnings, ...kept } = body;
    expect([status, warnings]).toEqual([201, []]);
    expect(kept).toEqual({
      id: expect.stringMatching(/^kyb_ver_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      status: 'pending',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      livemode: true,
      company: { legal_name: LEAST.legal_name, country: 'DE' },
      links: { self: `${KYB}/${body.id}` },
    });
    expect(headers.get('location')).toBe(body.links.self);
    expect(await readBack(body.id)).toMatchObject({
      ...kept,
      company: LEAST,
      representatives: [],
      ubos: [],
      documents: [],
      metadata: null,
    });
  });

  it("takes the customer's own example whole", async () => {
    const sent = {
      company: {
        legal_name: 'Acme SAS',
        registration_number: '123 456 789',
        tax_id: 'FR40123456789',
        country: 'FR',
        industry: 'software',
        address: { line1: '1 rue de la Paix', city: 'Paris', postal_code: '75002', country: 'FR' },
      },
      representatives: [
        {
          first_name: 'Marie',
          last_name: 'Dupont',
          role: 'legal_representative',
          dob: '1980-01-15',
          nationality: 'FR',
        },
      ],
      ubos: [{ first_name: 'Marie', last_name: 'Dupont', ownership_percent: 60 }, { ownership_percent: 40 }],
      documents: [
        { type: 'registration_certificate', name: 'kbis.pdf' },
        { type: 'articles_of_association', name: 'statuts.pdf' },
        { type: 'proof_of_address' },
      ],
      metadata: { internal_ref: 'CRM-42' },
    };
    const { status, body } = await post(sent);
    expect([status, body.warnings]).toEqual([201, []]);
    const record = await readBack(body.id);
    const id = expect.stringMatching(/^per_/);
    const unknown = { screening: { passed: null, hits: [] }, verification_id: null, verification_status: null };
    expect(record.company).toEqual(sent.company);
    expect(record.representatives).toEqual(sent.representatives.map((person) => ({ id, ...person, ...unknown })));
    expect(record.ubos).toEqual(sent.ubos.map((owner) => ({ id, ...owner, ...unknown })));
    expect(new Set([...record.representatives, ...record.ubos].map((person) => person.id)).size).toBe(3);
    expect(
      record.documents.map(({ type, name, status: state }: Record<string, unknown>) => [type, name, state]),
    ).toEqual([
      ['registration_certificate', 'kbis.pdf', 'missing'],
      ['articles_of_association', 'statuts.pdf', 'missing'],
      ['proof_of_address', null, 'missing'],
    ]);
    expect(record.metadata).toEqual({ internal_ref: 'CRM-42' });
  });

  it('has every field from the start, and null for what did not run', async () => {
    const { body } = await post({ company: LEAST });
    const record = await readBack(body.id);
    expect(record).toMatchObject({
      ownership: { threshold_percent: null, sum_percent: null, owners: [], sanctioned: null, nodes: [], edges: [] },
      hits: [],
      risk: null,
      progress: null,
      errors: [],
      policy_version: null,
      review: null,
      links: { self: `${KYB}/${body.id}`, report: null },
    });
    for (const [name, check] of Object.entries<{ passed: unknown; findings: { code: string }[]; datasets: unknown }>(
      record.checks,
    )) {
      expect([name, check.passed, check.datasets]).toEqual([name, null, []]);
      expect(check.findings.map(({ code }) => code)).toEqual(['check_pending']);
    }
    expect(Object.keys(record.checks).sort()).toEqual(
      ['registry', 'sanctions', 'watchlists', 'pep', 'adverse_media', 'ownership', 'documents', 'persons'].sort(),
    );
    expect(record.checks.registry).toMatchObject({ record: null, comparisons: [] });
  });

  it('warns of what it does not know, and keeps none of it', async () => {
    const { status, body } = await post({
      company: { ...LEAST, legal_nmae: 'x', address: { country: 'DE', zip: '1' } },
      representatives: [{ ...DIRECTOR, email: 'x' }],
      ubos: [{ ...OWNER, role: 'x' }],
      documents: [{ type: 'other', side: 'front' }],
      metadata: { anything: 1 },
      consent: true,
    });
    expect(status).toBe(201);
    expect(body.warnings).toEqual(
      [
        'company.address.zip',
        'company.legal_nmae',
        'representatives[0].email',
        'ubos[0].role',
        'documents[0].side',
        'consent',
      ].map((field) => ({ code: 'unknown_field', field })),
    );
    expect(JSON.stringify(await readBack(body.id))).not.toMatch(/legal_nmae|"zip"|"email"|consent/);
  });

  it('has no name of signs alone, which no list could be searched for', async () => {
    const people = { company: LEAST, representatives: [{ ...DIRECTOR, last_name: '-' }] };
    expect((await post(people)).status).toBe(201);
    const { status, body } = await post(ofPerson({ first_name: '-', last_name: '.' }));
    expect([status, body.errors[0].field]).toEqual([400, 'representatives[0].last_name']);
    const ubos = [{ first_name: '-' }, { legal_name: '--', first_name: 'A' }, { first_name: 'A', last_name: '-' }];
    const made = await post({ company: LEAST, ubos: ubos.map((ubo) => ({ ...ubo, ownership_percent: 1 })) });
    const names = (await readBack(made.body.id)).ubos.map((ubo: Record<string, unknown>) => [
      ubo['first_name'],
      ubo['last_name'],
      ubo['legal_name'],
    ]);
    expect(names).toEqual([
      [undefined, undefined, undefined],
      ['A', undefined, undefined],
      ['A', '-', undefined],
    ]);
  });

  it('leaves out what is blank, and reads an address in dotted form', async () => {
    const { body } = await post({
      company: {
        legal_name: 'A',
        country: 'DE',
        'address.country': 'AT',
        'address.city': ' ',
        tax_id: '',
        trading_names: ['', 'B', ' '],
      },
      ubos: [{ first_name: ' ', legal_name: 'Holding', ownership_percent: 0 }],
    });
    const record = await readBack(body.id);
    expect(record.company).toEqual({
      legal_name: 'A',
      country: 'DE',
      address: { country: 'AT' },
      trading_names: ['B'],
    });
    expect(record.ubos[0]).toMatchObject({ legal_name: 'Holding', ownership_percent: 0 });
    expect(record.ubos[0]).not.toHaveProperty('first_name');
  });

  it('keeps names that every object has as any other', async () => {
    const metadata = '{"__proto__":{"a":1},"constructor":"x"}';
    const { body } = await post(`{"company":${JSON.stringify(LEAST)},"metadata":${metadata},"__proto__":1}`);
    expect(body.warnings).toEqual([{ code: 'unknown_field', field: '__proto__' }]);
    const { text: answered } = await send(server, `${KYB}/${body.id}`);
    expect(answered).toContain(`"metadata":${metadata}`);
  });

  it('refuses a simulation that is none with a test key, and takes it as metadata with a live one', async () => {
    const key = server.makeKey({ livemode: false });
    const body = { company: LEAST, metadata: { simulate: 'explode' } };
    expect((await post(body)).status).toBe(201);
    const { status, body: problem } = await post(body, bearer(key));
    expect([status, problem.errors[0].field]).toEqual([400, 'metadata.simulate']);
    for (const simulate of ['completed', 'failed', 'needs_review']) {
      expect((await post({ company: LEAST, metadata: { simulate } }, bearer(key))).status).toBe(201);
    }
  });
});

describe('a body', () => {
  const deep = (levels: number) => `{"company":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  it.each([
    ['nothing', ''],
    ['no JSON', '{"company":'],
    ['two values', '{}{}'],
    ['a text', '"company"'],
    ['a number', '5'],
    ['null', 'null'],
    ['nesting without end', deep(LIMITS.jsonDepthMax + 1)],
    ['a number beyond all', '{"company":1e400}'],
    ['half a character', '{"company":"\\ud83d"}'],
    ['half a character in a name', '{"\\udc00":1}'],
  ])('of %s is no JSON object', async (_name, body) => {
    const { status, body: problem } = await post(body);
    expect([status, problem.code]).toEqual([400, 'malformed_json']);
    expect(problem.detail).toMatch(/^(The body|company).*; /);
  });

  it('with a fault inside names its place', async () => {
    const owners = `[{"ownership_percent":1},{"ownership_percent":1e400}]`;
    const { body } = await post(`{"company":${JSON.stringify(LEAST)},"ubos":${owners}}`);
    expect(body.errors[0]).toMatchObject({ code: 'malformed_json', field: 'ubos[1].ownership_percent' });
    expect((await post('{"company":{"legal_name":"\\ud83d"}}')).body.errors[0].field).toBe('company.legal_name');
  });

  it('that is no UTF-8 is malformed', async () => {
    const body = Buffer.concat([Buffer.from('{"company":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const { status, body: problem } = await send(server, KYB, init);
    expect([status, problem.code]).toEqual([400, 'malformed_json']);
  });

  it('of a list is refused', async () => {
    expect((await post('[]')).body).toMatchObject({ code: 'invalid_request' });
  });

  it('of another type is 415', async () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', '']) {
      const { status, body } = await post({ company: LEAST }, { 'content-type': type });
      expect([type, status, body.code]).toEqual([type, 415, 'unsupported_media_type']);
    }
    const packed = await post({ company: LEAST }, { 'content-encoding': 'gzip' });
    expect(packed.status).toBe(415);
  });

  it('over 1 MB is 413', async () => {
    const { status, body } = await post({ company: LEAST, extra: 'x'.repeat(LIMITS.jsonBodyBytesMax) });
    expect([status, body.code]).toEqual([413, 'body_too_large']);
  });

  it('holds as many owners as are allowed, with every field', async () => {
    const ubos = Array.from({ length: LIMITS.ubosMax }, (_, index) => ({
      legal_name: `Holding of the company number ${index}`,
      ownership_percent: 99.99,
      country: 'DE',
      registration_number: `HRB ${100_000 + index} B Amtsgericht`,
      lei: LEI,
      ...(index === 0 ? {} : { parent: index - 1 }),
    }));
    const { status, body, text: answered } = await post({ company: LEAST, ubos });
    expect(status, answered).toBe(201);
    expect((await readBack(body.id)).ubos).toHaveLength(LIMITS.ubosMax);
  });

  it('by another method is 405', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await send(server, KYB, { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, POST']);
    }
    expect((await send(server, KYB, { headers: { accept: 'text/html' } })).status).toBe(406);
  });

  it('keeps nothing when refused', async () => {
    await using own = await startTestServer();
    for (const body of [{}, { company: { ...LEAST, country: 'XX' } }]) {
      expect((await sendJson(own, KYB, body)).status).toBe(400);
    }
    expect(await holdings(own)).toEqual(NOTHING);
  });
});
