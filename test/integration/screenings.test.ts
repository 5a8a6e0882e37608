import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandIo } from '../../server/commands/io.ts';
import { runCommand } from '../../server/commands/run.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { ALGORITHM_VERSION } from '../../server/names/version.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { cardAndSelfie } from '../support/form.ts';
import { LISTED_COMPANY, LISTED_PERSON } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, codesOf, holdings, NOTHING, sendJson, verify } from './drive.ts';

const PATH = '/v1/screenings';
const NAME = 'Quillonez Zdravko';
const PEPS = 'id,name,type,topics\nP-1,Odo Fenwright,person,pep\nP-2,"QUILLONEZ, Zdravko",person,pep\n';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  using folder = tempFolder();
  const path = join(folder.path, 'peps.csv');
  writeFileSync(path, PEPS);
  await server.appliance.lists.importList({ paths: [path], code: 'peps', name: 'Politicians' }, 'system');
});
afterAll(() => server[Symbol.asyncDispose]());

const screen = (body: unknown, key = server.key): Promise<Answer> => sendJson(server, PATH, body, key);
const entitiesOf = (answer: Answer, at = 0): string[] =>
  answer.body.results[at].hits.map(({ list, entity }: { list: { code: string }; entity: { name: string } }) =>
    [list.code, entity.name].join(' '),
  );

describe('one query', () => {
  it('finds a listed person, and tells why, on which list, by which rules', async () => {
    const answer = await screen({
      first_name: LISTED_PERSON.first_name,
      last_name: 'Quillones',
      dob: LISTED_PERSON.dob,
      nationality: LISTED_PERSON.nationality,
      identifiers: [{ kind: 'passport', value: 'uto-7714 902' }],
    });
    expect(answer.status).toBe(200);
    const { results, lists, algorithm_version, policy_version, livemode, warnings } = answer.body;
    expect({ algorithm_version, policy_version, livemode, warnings }).toEqual({
      algorithm_version: ALGORITHM_VERSION,
      policy_version: 1,
      livemode: true,
      warnings: [],
    });
    expect(lists).toMatchObject([
      { code: 'peps', stale: false, age_days: 0, topics: ['pep'] },
      { code: 'small', entries: 4, topics: ['sanction'] },
    ]);
    const [hit] = results[0].hits;
    expect(results[0]).toMatchObject({ passed: false, findings: [], lists: ['peps', 'small'] });
    expect(hit).toMatchObject({
      strength: 'confirmed',
      entity: { name: 'QUILLONEZ, Zdravko', topics: ['sanction'] },
      matched_name: 'QUILLONEZ, Zdravko',
      matched_name_kind: 'primary',
      matched_name_quality: 'strong',
      threshold: 0.85,
      algorithm_version: ALGORITHM_VERSION,
      list: { code: 'small', version: lists[1].version },
    });
    const features: { name: string; contribution: number }[] = hit.features;
    expect(features.map(({ name }) => name)).toEqual(['name', 'name', 'birth_date', 'country', 'identifier']);
    expect(features.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(hit.score, 10);
  });

  it.each([
    ['Co., Ltd.', 'entity'],
    ['々', undefined],
  ])('does not pass %s, by which nobody could be found', async (name, type) => {
    expect((await screen({ name, ...(type === undefined ? {} : { type }) })).body.results).toMatchObject([
      { passed: null, hits: [], findings: [{ code: 'name_not_searchable', field: 'name' }] },
    ]);
  });

  it('passes a name that is on no list, and an identifier alone is enough to ask and to find', async () => {
    expect((await screen({ name: 'Gwendolyn Ashcombe' })).body.results).toEqual([
      { passed: true, hits: [], findings: [], lists: ['peps', 'small'] },
    ]);
    expect(entitiesOf(await screen({ identifiers: [{ value: LISTED_PERSON.passport }] }))).toEqual([
      'small QUILLONEZ, Zdravko',
    ]);
  });

  it('searches the lists, topics and types that are asked for, from the score and up to the number asked for', async () => {
    expect(entitiesOf(await screen({ name: NAME }))).toEqual(['peps QUILLONEZ, Zdravko', 'small QUILLONEZ, Zdravko']);
    const onSmall = await screen({ name: NAME, lists: ['small'] });
    expect(entitiesOf(onSmall)).toEqual(['small QUILLONEZ, Zdravko']);
    expect(onSmall.body.lists).toHaveLength(1);
    expect(entitiesOf(await screen({ name: NAME, topics: ['pep'] }))).toEqual(['peps QUILLONEZ, Zdravko']);
    expect(entitiesOf(await screen({ name: NAME, type: 'entity' }))).toEqual([]);
    expect(entitiesOf(await screen({ name: LISTED_COMPANY.legal_name, type: 'entity' }))).toHaveLength(1);
    // A first and a last name mean a person, unless the query says otherwise.
    const [first_name, ...rest] = LISTED_COMPANY.legal_name.split(' ');
    const inParts = { first_name, last_name: rest.join(' ') };
    expect(entitiesOf(await screen(inParts))).toEqual([]);
    expect(entitiesOf(await screen({ ...inParts, type: 'entity' }))).toHaveLength(1);
    expect(entitiesOf(await screen({ name: NAME, limit: 1 }))).toHaveLength(1);
    const typo = { name: 'Zdrafko Kwillonez', topics: ['sanction'] };
    expect(entitiesOf(await screen({ ...typo, threshold: 0.99 }))).toEqual([]);
    const loose = await screen({ ...typo, threshold: 0.5 });
    expect([entitiesOf(loose).length, loose.body.results[0].hits[0].threshold]).toEqual([1, 0.5]);
  });

  it('does not pass what was searched in lists that say nothing: old ones, or none of sanctions', async () => {
    const clock = testClock();
    await using other = await startTestServer({ clock });
    clock.advance(LIMITS.listAgeDaysMax * 24 * 3600 * 1000);
    const stale = await sendJson(other, PATH, { name: 'Gwendolyn Ashcombe' });
    expect(stale.body.results[0]).toMatchObject({ passed: null, findings: [{ code: 'list_stale' }] });
    await using bare = await startTestServer({ list: false });
    const none = await sendJson(bare, PATH, { name: 'Gwendolyn Ashcombe' });
    expect(none.body.results[0]).toMatchObject({ passed: null, findings: [{ code: 'no_list_loaded' }], lists: [] });
    using folder = tempFolder();
    const path = join(folder.path, 'peps.csv');
    writeFileSync(path, PEPS);
    await bare.appliance.lists.importList({ paths: [path], code: 'peps' }, 'system');
    const half = await sendJson(bare, PATH, {
      queries: [{ name: 'G. Ashcombe' }, { name: 'G. Ashcombe', lists: ['peps'] }],
    });
    expect(half.body.results).toMatchObject([
      { passed: null, findings: [{ code: 'list_topic_missing', evidence: { topic: 'sanction' } }] },
      { passed: true, findings: [] },
    ]);
  });
});

describe('a birth date that is known in part', () => {
  const born = async (birth: object) => {
    const { body } = await screen({ name: NAME, lists: ['small'], ...birth });
    const [hit] = body.results[0].hits;
    const { query, agreement } = hit.features.find(({ name }: { name: string }) => name === 'birth_date');
    return [query, agreement, hit.strength];
  };

  it.each([
    [{ dob: '1968' }, ['1968', 'year', 'possible']],
    [{ dob: '1968-04' }, ['1968-04', 'month', 'possible']],
    [{ dob: '1967/1969' }, ['1967/1969', 'range', 'possible']],
    [{ dob: '1968-04-12/1968-04-12' }, ['1968-04-12', 'exact', 'confirmed']],
    [{ birth_date: { from: '1967', to: '1969' } }, ['1967/1969', 'range', 'possible']],
    [{ birth_date: { from: '1968', to: '1968-12-31' } }, ['1968', 'year', 'possible']],
    [{ dob: '1968-04-12', birth_date: { from: '1967', to: '1969' } }, ['1968-04-12', 'exact', 'confirmed']],
    [{ dob: '1967' }, ['1967', 'near', 'possible']],
    [{ dob: '1960/1965' }, ['1960/1965', 'contradicts', 'possible']],
  ])('is taken and weighed as what it is: %o', async (birth, told) => {
    expect(await born(birth)).toEqual(told);
  });

  it.each([
    [{ dob: '80' }, 'dob', 'send YYYY-MM-DD, or the known part as YYYY-MM, YYYY or YYYY/YYYY'],
    [{ dob: '1980-13' }, 'dob', 'not a calendar date'],
    [{ dob: '1982/1980' }, 'dob', 'ends before it begins'],
    [{ dob: '1840' }, 'dob', 'between 1850 and 2100'],
    [{ birth_date: { from: '1982', to: '1980' } }, 'birth_date', 'ends before it begins'],
    [{ dob: '1979', birth_date: { from: '1980', to: '1982' } }, 'birth_date', 'does not contain dob'],
  ])('is refused where it cannot be, alone and in a batch: %o', async (birth, field, text) => {
    const alone = await screen({ name: NAME, ...birth });
    expect([alone.status, alone.body.errors[0].field]).toEqual([400, field]);
    expect(alone.body.errors[0].message).toContain(text);
    const { body } = await screen({ queries: [{ name: NAME, ...birth }, { name: NAME }] });
    expect(body.results[0].errors[0]).toMatchObject({ field: `queries[0].${field}` });
    expect(body.results[1].errors).toBeUndefined();
  });
});

describe('a batch', () => {
  it('answers each query in its place, with filters of its own before the common ones', async () => {
    const queries = [{ name: 'Gwendolyn Ashcombe' }, { name: NAME }, { name: NAME, lists: ['small'] }];
    const answer = await screen({ queries, topics: ['pep'], limit: 5 });
    expect([0, 1, 2].map((at) => entitiesOf(answer, at))).toEqual([[], ['peps QUILLONEZ, Zdravko'], []]);
    expect(answer.body.results.map(({ lists }: { lists: string[] }) => lists.length)).toEqual([2, 2, 1]);
  });

  it('takes a thousand queries, and other requests are answered meanwhile', inWholeRunAlone('1 s'), async () => {
    const queries = Array.from({ length: LIMITS.screeningQueriesMax }, (_, at) => ({ name: `${NAME} ${at}` }));
    const ended: string[] = [];
    const noteEnd = (name: string) => (answer: Answer) => {
      ended.push(name);
      return answer;
    };
    const [batch] = await Promise.all([
      screen({ queries }).then(noteEnd('batch')),
      screen({ name: NAME }).then(noteEnd('other')),
    ]);
    expect(ended).toEqual(['other', 'batch']);
    expect(batch.body.results).toHaveLength(LIMITS.screeningQueriesMax);
    expect((await screen({ queries: [...queries, { name: NAME }] })).body.errors[0]).toMatchObject({
      field: 'queries',
    });
  });
});

describe('what cannot be searched', () => {
  it.each<[string, unknown, string]>([
    ['nothing at all', {}, 'name'],
    ['no query', { queries: [] }, 'queries'],
    ['a name beside queries', { name: 'A', queries: [{ name: 'B' }] }, 'name'],
    ['a date that is none', { name: 'A', dob: '1990-02-30' }, 'dob'],
    ['an unknown country', { name: 'A', countries: ['FR', 'XX'] }, 'countries[1]'],
    ['an unknown topic', { name: 'A', topics: ['spy'] }, 'topics[0]'],
    ['an unknown list', { name: 'A', lists: ['small', 'smal'] }, 'lists[1]'],
    ['an unknown list for all of a batch', { lists: ['smal'], queries: [{ name: 'A' }] }, 'lists[0]'],
    ['a threshold that lets all through', { name: 'A', threshold: 0.49 }, 'threshold'],
    ['too many hits', { name: 'A', limit: LIMITS.hitsMax + 1 }, 'limit'],
    ['an identifier without a value', { identifiers: [{ kind: 'passport' }] }, 'identifiers[0].value'],
  ])('%s is refused, naming the path', async (_, body, field) => {
    const answer = await screen(body);
    expect([answer.status, answer.body.code, answer.body.errors.map((item: { field: string }) => item.field)]).toEqual([
      400,
      'invalid_request',
      [field],
    ]);
  });

  it('a query of a batch that is not valid tells its own faults, and the others are searched', async () => {
    const bad: [unknown, string][] = [
      [{ dob: '1990-01-01' }, 'name'],
      [{ name: NAME, dob: '1990-02-30' }, 'dob'],
      [{ name: NAME, lists: ['small', 'smal'] }, 'lists[1]'],
      [NAME, ''],
      [null, ''],
    ];
    const queries = [{ name: NAME }, ...bad.map(([query]) => query), { name: NAME }];
    const { status, body } = await screen({ queries });
    expect([status, body.results.length]).toEqual([200, queries.length]);
    for (const at of [0, queries.length - 1]) {
      const { passed, hits, errors } = body.results[at];
      expect([passed, hits.length > 0, errors]).toEqual([false, true, undefined]);
    }
    for (const [place, [, field]] of bad.entries()) {
      const path = `queries[${place + 1}]${field === '' ? '' : `.${field}`}`;
      const { errors, ...rest } = body.results[place + 1];
      expect([errors.map((item: { field: string }) => item.field), rest]).toEqual([
        [path],
        { passed: null, hits: [], findings: [], lists: [] },
      ]);
    }
  });

  it('a field that is not known has no effect, and the answer says so', async () => {
    const answer = await screen({ queries: [{ name: NAME, birthday: '1968-04-12' }] });
    expect(answer.body.warnings).toEqual([{ code: 'unknown_field', field: 'queries[0].birthday' }]);
  });
});

describe('who may ask, and how often', () => {
  it('needs the scope screening, in test mode as in live mode', async () => {
    expect((await screen({ name: NAME }, server.makeKey({ scopes: ['kyc:read', 'lists:read'] }))).status).toBe(403);
    const answer = await screen({ name: NAME }, server.makeKey({ scopes: ['screening'], livemode: false }));
    expect([answer.status, answer.body.livemode]).toEqual([200, false]);
  });

  it('counts queries, and not requests', async () => {
    await using limited = await startTestServer({ config: { screeningsPerMinute: 5, requestsPerMinute: 1 } });
    const queries = [{ name: 'A B' }, { name: 'C D' }, { name: 'E F' }];
    const first = await sendJson(limited, PATH, { queries });
    expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"screenings"; q=5; w=60']);
    expect(first.headers.get('ratelimit')).toMatch(/^"screenings"; r=2; t=\d+$/);
    const second = await sendJson(limited, PATH, { queries });
    expect([second.status, second.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await sendJson(limited, PATH, { name: 'A B' })).status).toBe(200);
    expect((await sendJson(limited, PATH, { name: 'A B' }, limited.makeKey())).status).toBe(200);
  });
});

it('nothing is stored of a screening, and no name is logged', async () => {
  await screen({ queries: [{ name: NAME, dob: LISTED_PERSON.dob, address: '12 Quay Road' }] });
  expect(await holdings(server)).toEqual(NOTHING);
  for (const word of ['quillonez', '1968-04-12', 'quay'])
    expect(server.logged.join('\n').toLowerCase()).not.toContain(word);
});

describe('lists that are not ready', () => {
  it('are told by /readyz and 503, and a verification waits for a person', async () => {
    await using waiting = await startTestServer();
    const { watchlists } = waiting.appliance;
    Object.defineProperty(watchlists, 'ready', { value: false });
    watchlists.whenReady = async () => false;
    const readiness = await waiting.fetch('/readyz');
    expect([readiness.status, (await readiness.json()).missing]).toEqual([503, ['The watchlists are loading.']]);
    Object.defineProperty(watchlists, 'problem', { value: 'The lists are broken.' });
    expect((await (await waiting.fetch('/readyz')).json()).missing).toEqual(['The lists are broken.']);
    const record = await verify(waiting, { files: cardAndSelfie() });
    expect([record.status, codesOf(record.errors)]).toEqual(['needs_review', ['lists_not_ready']]);
    expect(record.checks.watchlists).toMatchObject({ passed: null, hits: [], lists: [] });
  });
});

describe('custos screen', () => {
  const run = async (args: string[], cwd = '/'): Promise<{ exit: number; out: string; err: string }> => {
    const ran = { out: '', err: '' };
    const io: CommandIo = {
      cwd,
      out(text) {
        ran.out += text;
      },
      err(text) {
        ran.err += text;
      },
    };
    return { exit: await runCommand(server.appliance, ['screen', ...args], io), ...ran };
  };

  it('shows the hits of one name with what made their scores, or that there are none', async () => {
    const found = await run(['Zdravko', 'Quillones', '--dob', '1968-04-12', '--country', 'BG', '--list', 'small']);
    expect(found.exit).toBe(0);
    expect(found.out).toMatch(/^\d\.\d{4} {2}confirmed {2}QUILLONEZ, Zdravko {2}small \S+ {2}ent_\w+$/m);
    expect(found.out).toMatch(/^ {2}\+0\.\d{4} {2}name \(near\): quillones \/ quillonez$/m);
    expect(found.out).toMatch(/^ {2}\+0\.\d{4} {2}birth_date \(exact\): 1968-04-12 \/ 1968-04-12$/m);
    expect((await run(['Gwendolyn', 'Ashcombe'])).out).toBe('No hit on peps, small.\n');
    const json = JSON.parse((await run([NAME, '--topic', 'pep', '--json'])).out);
    expect(json).toMatchObject({ passed: false, hits: [{ list: { code: 'peps' } }] });
  });

  it('screens each row of a CSV file, into CSV or lines of JSON', async () => {
    using folder = tempFolder();
    const rows = [
      'first_name,last_name,name,dob,identifier',
      'Zdravko,Quillonez,,1968-04-12,',
      ',,"Ashcombe, G.",,',
      ',,,,UTO7714902',
    ];
    writeFileSync(join(folder.path, 'names.csv'), rows.join('\n'));
    const csv = (await run(['--file', 'names.csv', '--list', 'small'], folder.path)).out.trim().split('\n');
    expect(csv[0]).toBe('row,passed,score,strength,entity_id,entity,type,list,version,matched_name,error');
    expect(csv.slice(1).map((line) => line.split(',').slice(0, 4))).toEqual([
      ['1', 'false', '1', 'confirmed'],
      ['2', 'true', '', ''],
      ['3', 'false', '0.9', 'possible'],
    ]);
    const json = (await run(['--file', 'names.csv', '--json'], folder.path)).out.trim().split('\n');
    expect(json.map((line) => JSON.parse(line).row)).toEqual([1, 2, 3]);
  });

  it('tells of each row of a file why it cannot be screened, and screens the others', async () => {
    using folder = tempFolder();
    writeFileSync(join(folder.path, 'names.csv'), `name,dob\n,1990-01-01\n${NAME},\n${NAME},1990-02-30\n`);
    const { exit, out, err } = await run(['--file', 'names.csv', '--list', 'small'], folder.path);
    expect([exit, err]).toEqual([1, '2 of 3 rows are not valid and were not screened. See their errors.\n']);
    const [, first, second, third] = out.split('\n').map((line) => line.split(','));
    expect([first?.slice(0, 2), first?.at(-1)]).toEqual([['1', ''], 'name is required.']);
    expect([second?.slice(0, 2), second?.at(-1)]).toEqual([['2', 'false'], '']);
    expect([third?.slice(0, 2), third?.slice(10).join()]).toEqual([['3', ''], expect.stringContaining('dob is not')]);
    const json = (await run(['--file', 'names.csv', '--json'], folder.path)).out.trim().split('\n');
    expect(JSON.parse(json[0] ?? '')).toMatchObject({ row: 1, passed: null, hits: [], errors: [{ field: 'name' }] });
  });

  it('says of a file what it cannot use, and screens none that holds nobody', async () => {
    using folder = tempFolder();
    const screenText = (text: string) => {
      writeFileSync(join(folder.path, 'some.csv'), text);
      return run(['--file', 'some.csv'], folder.path);
    };
    const unused = await screenText('name,birthday\nGwendolyn Ashcombe,1990-01-01\n');
    expect([unused.exit, unused.err]).toEqual([0, 'These columns are not used: birthday.\n']);
    for (const [text, message] of [
      ['', 'nothing was screened'],
      ['name,dob\n', 'nothing was screened'],
      ['nom,dob\nA B,1990-01-01\n', 'must contain comma-separated column names'],
      ['name;dob\nA B;1990-01-01\n', 'must contain comma-separated column names'],
      ['name,dob\n"A B', 'not a CSV file'],
    ] as const) {
      const ran = await screenText(text);
      expect([ran.exit > 0, ran.err], text).toEqual([true, expect.stringContaining(message)]);
    }
  });

  it.each<[string, string[], string]>([
    ['without a name or file', [], 'Give one person or company, or a file'],
    ['with both', [NAME, '--file', 'x.csv'], 'Give one person or company, or a file'],
    ['with facts that a file has', ['--file', 'x.csv', '--dob', '1990-01-01'], 'in the columns dob and country'],
    [
      'with a date that is none',
      [NAME, '--dob', '31.5.1990'],
      'The query is not valid. dob is not a date; send YYYY-MM-DD',
    ],
    [
      'with a filter that is none',
      ['--file', 'x.csv', '--threshold', '2'],
      'threshold is more than 1; send a lower value',
    ],
    [
      'with an unknown list',
      [NAME, '--list', 'smal'],
      'smal is not the code of an active list. Run "custos lists show"',
    ],
    ['with a file that is not there', ['--file', 'none.csv'], 'cannot be opened'],
  ])('%s it says what to do', async (_, args, message) => {
    const ran = await run(args);
    expect([ran.exit > 0, ran.out.split('\n').length <= 2]).toEqual([true, true]);
    expect(ran.err).toContain(message);
  });
});
