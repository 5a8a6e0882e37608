import { join } from 'node:path';
import { createCompany, LEAST_COMPANY, read, sendJson, submit } from '../../integration/drive.ts';
import { ANNA, cardAndSelfie } from '../../support/form.ts';
import { LISTED_PERSON } from '../../support/lists.ts';
import type { TestServer } from '../../support/server.ts';
import { SECRET } from '../forms/right-forms.ts';

/** A valid request with a JSON body. */
export interface RightRequest {
  method: 'POST' | 'PUT' | 'PATCH';
  path: string;
  body: Record<string, unknown>;
}

/** The records that the requests refer to. */
export interface Subjects {
  /** A person who is under review, and one of the hits. */
  person: string;
  hit: string;
  company: string;
  companyPerson: string;
  endpoint: string;
  key: string;
  operator: string;
}

export async function makeSubjects(server: TestServer): Promise<Subjects> {
  const idOf = async (path: string, body: unknown): Promise<string> => {
    const { status, body: made, text } = await sendJson(server, path, body);
    if (status !== 201) throw new Error(`${path}: ${text}`);
    return made.id ?? made.key?.id;
  };
  const person = await submit(server, { applicant: { ...ANNA, ...LISTED_PERSON }, files: cardAndSelfie() });
  const company = await createCompany(server, {
    company: LEAST_COMPANY,
    representatives: [{ ...ANNA, role: 'director', nationality: 'IT' }],
  });
  await server.settle();
  // The first operator of an appliance must be an administrator.
  await idOf('/v1/operators', { login: 'first', name: 'First', role: 'administrator' });
  const { checks } = await read(server, person);
  const shown = await (await server.fetch(`/v1/kyb/verifications/${company.body.id}`)).json();
  return {
    person,
    hit: checks.watchlists.hits[0]?.id ?? '',
    company: company.body.id,
    companyPerson: shown.representatives[0].id,
    endpoint: await idOf('/v1/webhook-endpoints', { url: 'http://localhost:1/hook' }),
    key: await idOf('/v1/api-keys', { label: 'fuzz', scopes: ['kyc:read'] }),
    operator: await idOf('/v1/operators', { login: 'fuzz', name: 'Fuzz', role: 'reviewer' }),
  };
}

/** One request for each route that takes JSON, except those of companies, which have their own run. `policy` is the version in force. */
export function rightRequests(of: Subjects, policy: number): RightRequest[] {
  const post = (path: string, body: Record<string, unknown>): RightRequest => ({ method: 'POST', path, body });
  const [kyc, kyb] = [`/v1/verifications/${of.person}`, `/v1/kyb/verifications/${of.company}`];
  const endpoint = `/v1/webhook-endpoints/${of.endpoint}`;
  return [
    ...ofRecords(kyc, kyb, of, post),
    ...ofSearches(post),
    ...ofLists(post),
    post('/v1/policies', { based_on: policy, note: SECRET, changes: CHANGES }),
    post('/v1/policies/preview', { possible_from: 0.9, list: 'small' }),
    post('/v1/webhook-endpoints', {
      url: `http://localhost:1/${SECRET}`,
      description: SECRET,
      kinds: ['kyc.verification.completed'],
      enabled: false,
      keep_answers: true,
    }),
    post('/v1/webhook-origins', { origin: 'http://localhost:1' }),
    { method: 'PATCH', path: endpoint, body: { url: 'http://localhost:1/', description: SECRET, enabled: false } },
    post(`${endpoint}/replay`, { from: '2026-01-01T00:00:00Z', to: '2990-01-01T00:00:00Z' }),
    post(`${endpoint}/replay`, { delivery_id: 'dlv_01h455vb4pex5vsknk084sn02q' }),
    post(`${kyc}/deliveries/replay`, { delivery_id: 'dlv_01h455vb4pex5vsknk084sn02q' }),
    post('/v1/api-keys', { label: SECRET, scopes: ['kyc:read'], livemode: true, expires_at: '2990-01-01T00:00:00Z' }),
    post('/v1/operators', { login: 'zdravka', name: SECRET, role: 'reviewer' }),
    {
      method: 'PATCH',
      path: `/v1/operators/${of.operator}`,
      body: { name: SECRET, role: 'auditor', active: true },
    },
    post('/v1/retention/purge', { dry_run: true }),
    post('/v1/backups', { registers: false }),
    post('/v1/system/recovery-key', { replace: true }),
    post('/v1/system/recovery-key/confirm', { recovery_key: SECRET }),
    // The environment sets the place here, so no body moves the key.
    post('/v1/system/master-key', { kind: 'file', path: join('/', SECRET, 'key') }),
    post('/v1/system/master-key', { kind: 'passphrase', passphrase: `${SECRET} ${SECRET}` }),
    { method: 'PUT', path: '/v1/system/lan', body: { on: false, address: '127.0.0.1', port: 1 } },
    post('/v1/system/lan/certificate', { kind: 'make', names: [`${SECRET}.example.org`, '10.0.0.7'] }),
    post('/v1/system/lan/certificate', {
      kind: 'import',
      certificate: SECRET,
      private_key: SECRET,
      passphrase: SECRET,
    }),
  ];
}

const CHANGES = {
  'screening.possible_from': 0.86,
  'severity.image_glare': 'review',
  'review.four_eyes': true,
  'kyb.registry.required_countries': ['FR'],
  'screening.lists.small.possible_from': null,
};

type Post = (path: string, body: Record<string, unknown>) => RightRequest;

function ofRecords(kyc: string, kyb: string, of: Subjects, post: Post): RightRequest[] {
  const hit = { decision: 'dismiss', reason: 'other_person', note: SECRET, expires_at: '2990-01-01T00:00:00Z' };
  const held = { relationship_ended_at: '2026-01-31T12:00:00Z', legal_hold: false, reason: SECRET };
  const each = [kyc, kyb].flatMap((record): RightRequest[] => [
    post(`${record}/notes`, { text: SECRET }),
    post(`${record}/review`, { decision: 'reject', reason: 'other', note: SECRET }),
    { method: 'PUT', path: `${record}/assignment`, body: { assignee: 'me' } },
    post(`${record}/retention`, held),
  ]);
  return [
    ...each,
    post(`${kyc}/request-documents`, { types: [{ type: 'passport', side: 'front' }], note: SECRET }),
    post(`${kyb}/request-documents`, { types: [{ type: 'license' }], note: SECRET }),
    post(`${kyc}/hits/${of.hit}`, hit),
    post('/v1/alerts/alr_01h455vb4pex5vsknk084sn02q/decision', hit),
    post(`${kyb}/persons/${of.companyPerson}/verification`, { verification_id: of.person }),
  ];
}

function ofSearches(post: Post): RightRequest[] {
  const search = {
    kinds: ['kyc', 'kyb'],
    statuses: ['needs_review', 'completed'],
    reasons: ['hit_possible'],
    assignee: 'me',
    created_from: '2020-01-01T00:00:00Z',
    created_to: '2990-01-01T00:00:00+01:00',
    text: `${SECRET} ver_`,
  };
  const query = {
    name: `${SECRET} ${LISTED_PERSON.last_name}`,
    first_name: SECRET,
    last_name: LISTED_PERSON.last_name,
    dob: '1968-04-12',
    gender: 'male',
    nationality: 'BG',
    countries: ['BG', 'FR'],
    identifiers: [{ kind: 'passport', value: LISTED_PERSON.passport, country: 'BG' }],
    address: `12 ${SECRET} Road`,
    type: 'person',
    lists: ['small'],
    topics: ['sanction'],
    threshold: 0.5,
    limit: 10,
  };
  const batch = { queries: [query, structuredClone(query)], limit: 3, lists: ['small'] };
  return [
    post('/v1/search', { ...search, order: 'longest_waiting', limit: 10 }),
    post('/v1/search/counts', search),
    // This route takes most of the data that other people type.
    ...[query, batch, query, batch, query, batch].map((body) => post('/v1/screenings', body)),
  ];
}

function ofLists(post: Post): RightRequest[] {
  const nowhere = {
    paths: [join('/', SECRET, 'list.csv')],
    code: 'small',
    name: SECRET,
    published_at: '2026-01-31T12:00:00Z',
    columns: { name: 'name' },
    age_days_max: 30,
    accept_smaller: true,
    allow_older: true,
  };
  return [
    post('/v1/watchlists', nowhere),
    post('/v1/registries', { ...nowhere, complete_for: ['FR'] }),
    post('/v1/watchlists/packs', { path: join('/', SECRET, 'pack'), accept_smaller: true, allow_older: false }),
    post('/v1/system/updates/packs', { path: join('/', SECRET, 'pack') }),
    { method: 'PATCH', path: '/v1/watchlists/small', body: { age_days_max: 30 } },
    { method: 'PATCH', path: '/v1/registries/none', body: { age_days_max: 30 } },
    post('/v1/trust-lists', { paths: nowhere.paths, kind: 'csca', code: 'small', name: SECRET, age_days_max: 30 }),
    post(`/v1/trust-lists/tru_${'0'.repeat(26)}/activate`, { fingerprints: ['00'.repeat(10)] }),
    { method: 'PATCH', path: '/v1/trust-lists/none', body: { age_days_max: 30 } },
  ];
}
