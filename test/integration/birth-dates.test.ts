import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { LISTED_PERSON, LISTED_PERSON_BY_YEAR, writeSmallList } from '../support/lists.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, create, createCompany, KYB, LEAST_COMPANY, send, submit, verify } from './drive.ts';

/** A range that contains the birth date on the card. */
const RANGE = { from: '1986', to: '1987-02' };
const { dob: ANNAS_DAY, ...ANNAS_NAME } = ANNA;
const BLANK = { files: cardAndSelfie({ card: { lines: [] } }) };

/** The content of a JSON file in an archive that the appliance makes of a record. */
async function jsonIn(server: TestServer, path: string, name: string): Promise<string> {
  const answer = await fetch(`${server.baseUrl}${path}`, { headers: bearer(server.key) });
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    return JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()));
  }
  throw new Error(`the archive has no ${name}`);
}

describe('an applicant whose birth date is known in part', () => {
  it('is answered as sent, is in export and evidence, and is compared with the document', async () => {
    await using server = await startTestServer();
    const applicant = { ...ANNAS_NAME, birth_date: RANGE };
    const record = await verify(server, { files: cardAndSelfie(), applicant });
    expect(record.applicant).toEqual(applicant);
    expect([record.status, record.checks.consistency]).toMatchObject(['completed', { passed: true, findings: [] }]);
    const path = `/v1/verifications/${record.id}`;
    expect(await jsonIn(server, `${path}/evidence`, 'record.json')).toContain(JSON.stringify(RANGE));
    expect(await jsonIn(server, `${path}/export`, 'export.json')).toContain(JSON.stringify(RANGE));
    const outside = { ...ANNAS_NAME, birth_date: { from: '1987', to: '1988' } };
    const other = await verify(server, { files: cardAndSelfie(), applicant: outside });
    expect(other.errors).toContainEqual(
      expect.objectContaining({ code: 'dob_mismatch', field: 'applicant.birth_date', severity: 'review' }),
    );
  });

  it('may have the day beside the range that holds it, and is refused otherwise', async () => {
    await using server = await startTestServer();
    const both = { ...ANNA, birth_date: RANGE };
    expect((await verify(server, { files: cardAndSelfie(), applicant: both })).applicant).toEqual(both);
    for (const [birth, field] of [
      [{ birth_date: { from: '1987', to: '1988' }, dob: ANNAS_DAY }, 'birth_date'],
      [{ birth_date: { from: '1988', to: '1987' } }, 'birth_date'],
      [{ birth_date: { from: '1800', to: '1850' } }, 'birth_date'],
      [{ birth_date: { from: '1986' } }, 'birth_date.to'],
      [{ birth_date: '1986' }, 'birth_date'],
      [{ dob: '1986' }, 'dob'],
    ] as const) {
      const { status, body } = await create(server, { files: cardAndSelfie(), applicant: { ...ANNAS_NAME, ...birth } });
      expect([status, body.errors.map((item: { field: string }) => item.field)]).toEqual([400, [`applicant.${field}`]]);
    }
  });

  it('is found on a list by it, and a version that comes later alerts of them', async () => {
    await using server = await startTestServer();
    const { first_name, last_name, year } = LISTED_PERSON_BY_YEAR;
    const born = { birth_date: { from: year, to: year } };
    const record = await verify(server, { ...BLANK, applicant: { first_name, last_name, ...born } });
    const [hit] = record.checks.watchlists.hits;
    expect(hit).toMatchObject({ strength: 'possible', entity: { name: 'WOLKENBRUCH, Perpetua Irmgard' } });
    expect(hit?.features).toContainEqual(
      expect.objectContaining({ name: 'birth_date', query: year, candidate: year, agreement: 'year' }),
    );
    const anna = await verify(server, { files: cardAndSelfie(), applicant: { ...ANNAS_NAME, birth_date: RANGE } });
    using folder = tempFolder();
    const rows = ['U-5,"MARTELLO, Anna Lucia",person,,1986,,,TEST-A,sanction,2024-01-01,'];
    const paths = [writeSmallList(folder.path, rows)];
    await server.appliance.lists.importList({ paths, code: 'small', allowOlder: true }, 'cli');
    await server.settle();
    const { data } = (await send(server, '/v1/alerts', { headers: bearer(server.key) })).body;
    expect(data).toMatchObject([{ verification_id: anna.id, hit: { entity: { name: 'MARTELLO, Anna Lucia' } } }]);
  });

  it('leaves nothing of it when the record is erased', async () => {
    await using server = await startTestServer();
    const id = await submit(server, { ...BLANK, applicant: { ...ANNAS_NAME, birth_date: RANGE } });
    await server.settle();
    const erased = await send(server, `/v1/verifications/${id}`, { method: 'DELETE', headers: bearer(server.key) });
    const { body } = await send(server, `/v1/verifications/${id}`);
    expect([erased.status, body.code]).toEqual([200, 'erased']);
    const rows = server.appliance.db.prepare('SELECT * FROM verifications WHERE id = ?').all(id);
    expect(JSON.stringify([body, rows])).not.toContain(RANGE.to);
  });
});

describe('people of a company whose birth dates are known in part', () => {
  const REPRESENTATIVE = { ...ANNAS_NAME, role: 'director', birth_date: RANGE };
  const OWNER = { first_name: LISTED_PERSON.first_name, last_name: LISTED_PERSON.last_name, ownership_percent: 60 };

  it('are answered as sent and searched by it', async () => {
    await using server = await startTestServer();
    const { body } = await createCompany(server, {
      company: LEAST_COMPANY,
      representatives: [REPRESENTATIVE],
      ubos: [{ ...OWNER, birth_date: { from: '1967', to: '1969' } }],
    });
    await server.settle();
    const record = (await send(server, `${KYB}/${body.id}`)).body;
    expect(record.representatives[0]).toMatchObject(REPRESENTATIVE);
    expect(record.ubos[0].birth_date).toEqual({ from: '1967', to: '1969' });
    expect(record.hits).toMatchObject([{ party: record.ubos[0].id, strength: 'possible' }]);
    expect(record.hits[0].features).toContainEqual(
      expect.objectContaining({ name: 'birth_date', query: '1967/1969', agreement: 'range' }),
    );
  });

  it.each([
    ['representatives', { ...REPRESENTATIVE, dob: '1990-01-01' }],
    ['ubos', { ...OWNER, birth_date: { from: '1969', to: '1968' } }],
  ])('are refused by their field in %s', async (list, person) => {
    await using server = await startTestServer();
    const { status, body } = await createCompany(server, { company: LEAST_COMPANY, [list]: [person] });
    expect([status, body.errors[0].field]).toEqual([400, `${list}[0].birth_date`]);
  });

  it('give a form that has no birth date theirs, and none to one that has', async () => {
    await using server = await startTestServer();
    const representatives = [REPRESENTATIVE, { ...REPRESENTATIVE, last_name: 'Other' }];
    const { body } = await createCompany(server, { company: LEAST_COMPANY, representatives });
    const path = `${KYB}/${body.id}`;
    const people = (await send(server, path)).body.representatives;
    const applicantOf = async (person: { id: string }, applicant: object) => {
      const init = { method: 'POST', body: form({ files: cardAndSelfie(), applicant }) };
      const made = await send(server, `${path}/persons/${person.id}/verification`, init);
      return (await send(server, `/v1/verifications/${made.body.verification_id}`)).body.applicant;
    };
    expect(await applicantOf(people[0], {})).toEqual({ ...ANNAS_NAME, birth_date: RANGE });
    expect(await applicantOf(people[1], { dob: '1991-01-01' })).toEqual({
      ...ANNAS_NAME,
      last_name: 'Other',
      dob: '1991-01-01',
    });
  });

  it('are not called different where the range holds the day of their verification', async () => {
    await using server = await startTestServer();
    const { body } = await createCompany(server, { company: LEAST_COMPANY, representatives: [REPRESENTATIVE] });
    await server.settle();
    const path = `${KYB}/${body.id}`;
    const [director] = (await send(server, path)).body.representatives;
    const { id } = await verify(server, { files: cardAndSelfie(), applicant: ANNA });
    const link = { method: 'POST', body: JSON.stringify({ verification_id: id }) };
    const headers = { ...bearer(server.key), 'content-type': 'application/json' };
    const linked = await send(server, `${path}/persons/${director.id}/verification`, { ...link, headers });
    expect(linked.status).toBe(201);
    await server.settle();
    const { findings } = (await send(server, path)).body.checks.persons;
    expect(findings.map(({ code }: { code: string }) => code)).not.toContain('person_verification_mismatch');
  });
});
