import { expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../server/vocabulary/scopes.ts';
import { ACCESS } from '../support/access-table.ts';
import { tempFolder } from '../support/folder.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { bearer, KYB, send, sendJson } from './drive.ts';
import { plantCompany, planter, plantPerson } from './planting.ts';

const PERSON = '/v1/verifications';
const NOWHERE = 'ver_01h455vb4pex5vsknk084sn02q';
/** Words that later list imports contain too, one for each kind. */
const MARKS = { kyc: 'Qzpersonk', kyb: 'Qzcompanyk' } as const;
type Kind = keyof typeof MARKS;

/** A key with all rights except those to this kind, and without `admin` and `audit:read`, which see both. */
const keyWithout = (server: TestServer, kind: Kind): string => {
  const others = (scope: Scope): boolean => !scope.startsWith(kind) && scope !== 'admin' && scope !== 'audit:read';
  return server.makeKey({ scopes: SCOPES.filter(others) });
};

/** The answers of every route to a key, also with the ids of these records. */
async function everythingToldTo(server: TestServer, key: string, ids: Record<Kind, string>): Promise<string[]> {
  const told: string[] = [];
  for (const name of Object.keys(ACCESS).filter((it) => !it.startsWith('DELETE'))) {
    const [method = '', template = ''] = name.split(' ');
    const path = template
      .replace(`${KYB}/{id}`, `${KYB}/${ids.kyb}`)
      .replace(`${PERSON}/{id}`, `${PERSON}/${ids.kyc}`)
      .replaceAll(/\{\w+\}/g, NOWHERE);
    const headers = { ...bearer(key), 'content-type': 'application/json', 'last-event-id': '', connection: 'close' };
    const bodies = method === 'GET' ? [undefined] : ['{}', JSON.stringify({ text: 'qz' }), '{"kinds":["kyc","kyb"]}'];
    for (const body of bodies) {
      const init = body === undefined ? { method, headers } : { method, headers, body };
      const answer = await fetch(server.baseUrl + path, init);
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
      if (isStream) await answer.body?.cancel();
      told.push(`${name} ${answer.status} ${isStream ? '' : await answer.text()}`);
    }
  }
  return told;
}

it(
  'a key for one kind learns nothing about the other from any route, neither names nor that it exists',
  inWholeRunAlone('3 s'),
  async () => {
    await using server = await startTestServer();
    const people = planter(MARKS.kyc);
    const companies = planter(MARKS.kyb);
    const ids = { kyc: await plantPerson(server, people), kyb: await plantCompany(server, companies) };
    await server.settle();
    // A new version of a list matches both, so both have alerts.
    using folder = tempFolder();
    const row = `U-7,"${companies.words.find((word) => word.includes(' company '))}",entity,,,,,TEST-A,sanction,2024-01-01,`;
    const person = 'U-8,"QUILLONEZ, Zdravko",person,,1968-04-12,,,TEST-A,sanction,2024-01-01,';
    const paths = [writeSmallList(folder.path, [row, person])];
    await server.appliance.lists.importList({ paths, code: 'small', allowOlder: true }, 'cli');
    await server.settle();
    const alerts = await send(server, '/v1/alerts');
    expect(new Set(alerts.body.data.map((it: { verification_id: string }) => it.verification_id))).toEqual(
      new Set(Object.values(ids)),
    );
    const all = await sendJson(server, '/v1/search', {});
    expect(all.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(Object.values(ids).sort());

    for (const [kind, other] of [
      ['kyc', 'kyb'],
      ['kyb', 'kyc'],
    ] as const) {
      const told = await everythingToldTo(server, keyWithout(server, other), ids);
      const mine = told.filter((line) => line.includes(MARKS[kind]) && line.includes(ids[kind]));
      expect(mine.length, `${kind} is shown`).toBeGreaterThanOrEqual(2);
      // `instance` of a refusal repeats the requested path, and reveals nothing.
      const leaks = told
        .map((line) => line.replace(/"instance":"[^"]*"/, ''))
        .filter((line) => line.toLowerCase().includes(MARKS[other].toLowerCase()) || line.includes(ids[other]));
      expect(leaks, `${other} is not`).toEqual([]);
    }
  },
);
