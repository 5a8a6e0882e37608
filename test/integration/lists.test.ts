import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeFile } from '../support/fake-engines.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, bearer, read, send, submit } from './drive.ts';

const COUNT = 25;

let server: TestServer;
/** Newest first; every fifth has failed, the others are completed. */
let ids: string[];
let failed: string[];
let testKey: string;
let testIds: string[];

beforeAll(async () => {
  server = await startTestServer();
  const inOrder: string[] = [];
  const damaged = { files: [{ bytes: fakeFile({ undecodable: true }), type: 'national_id' }] };
  for (let i = 0; i < COUNT; i++) {
    inOrder.push(await submit(server, i % 5 === 0 ? damaged : { files: cardAndSelfie(), applicant: ANNA }));
  }
  ids = inOrder.toReversed();
  failed = inOrder.filter((_, i) => i % 5 === 0).toReversed();
  testKey = server.makeKey({ livemode: false });
  testIds = [];
  for (let i = 0; i < 3; i++) testIds.unshift(await submit(server, { files: cardAndSelfie() }, testKey));
  await server.settle();
});
afterAll(() => server[Symbol.asyncDispose]());

const list = (query = '', key = server.key): Promise<Answer> =>
  send(server, `/v1/verifications${query}`, { headers: bearer(key) });
const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

/** The address with this relation in the `Link` header (RFC 8288), or null. */
function linkOf({ headers }: Answer, rel: string): string | null {
  return new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get('link') ?? '')?.[1] ?? null;
}

/** All pages from this one on, following `rel`. */
async function follow(path: string, rel: 'next' | 'prev'): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let next: string | null = path; next !== null; next = linkOf(pages.at(-1) as Answer, rel)) {
    pages.push(await send(server, next));
    expect(pages.length).toBeLessThanOrEqual(COUNT);
  }
  return pages;
}

describe('the list', () => {
  it('has ten of the newest records by default, each as it is when read', async () => {
    const page = await list();
    expect(page.body).toMatchObject({ object: 'list', url: '/v1/verifications', has_more: true });
    expect(idsOf(page)).toEqual(ids.slice(0, 10));
    expect(page.body.data[0]).toEqual(await read(server, ids[0] ?? ''));
  });

  it('has as many as asked for, up to 100', async () => {
    expect(idsOf(await list('?limit=1'))).toEqual(ids.slice(0, 1));
    const whole = await list('?limit=100');
    expect(idsOf(whole)).toEqual(ids);
    expect(whole.body.has_more).toBe(false);
    expect(whole.headers.get('link')).toBeNull();
  });

  it('goes on after an id, which is not on the page', async () => {
    const page = await list(`?limit=4&starting_after=${ids[3]}`);
    expect(idsOf(page)).toEqual(ids.slice(4, 8));
    expect(page.body.has_more).toBe(true);
    const last = await list(`?limit=4&starting_after=${ids[20]}`);
    expect([idsOf(last), last.body.has_more]).toEqual([ids.slice(21), false]);
    const end = await list(`?starting_after=${ids[24]}`);
    expect([idsOf(end), end.body.has_more]).toEqual([[], false]);
  });

  it('goes back to the page just before an id, still newest first', async () => {
    const page = await list(`?limit=4&ending_before=${ids[10]}`);
    expect(idsOf(page)).toEqual(ids.slice(6, 10));
    expect(page.body.has_more).toBe(true);
    const first = await list(`?limit=4&ending_before=${ids[2]}`);
    expect([idsOf(first), first.body.has_more]).toEqual([ids.slice(0, 2), false]);
    expect(idsOf(await list(`?ending_before=${ids[0]}`))).toEqual([]);
  });

  it('is walked whole by its links, forth and back', async () => {
    const forth = await follow('/v1/verifications?limit=7', 'next');
    expect(forth.flatMap(idsOf)).toEqual(ids);
    expect(forth).toHaveLength(4);
    expect(forth.map(({ body }) => body.has_more)).toEqual([true, true, true, false]);
    const back = await follow(`/v1/verifications?limit=7&ending_before=${ids[24]}`, 'prev');
    expect(back.toReversed().flatMap(idsOf)).toEqual(ids.slice(0, 24));
  });

  it('is filtered by status, on every page', async () => {
    const pages = await follow('/v1/verifications?status=failed&limit=2', 'next');
    expect(pages.flatMap(idsOf)).toEqual(failed);
    expect(pages).toHaveLength(3);
    const completed = await list('?status=completed&limit=100');
    expect(idsOf(completed)).toEqual(ids.filter((id) => !failed.includes(id)));
    const back = await list(`?status=failed&limit=2&ending_before=${failed[3]}`);
    expect(idsOf(back)).toEqual(failed.slice(1, 3));
    for (const status of ['pending', 'processing', 'needs_review']) {
      expect((await list(`?status=${status}`)).body).toMatchObject({ data: [], has_more: false });
    }
  });

  it('takes a cursor whose own status is another', async () => {
    const cursor = ids.find((id) => !failed.includes(id) && id < (failed[1] ?? ''));
    expect(idsOf(await list(`?status=failed&starting_after=${cursor}`))).toEqual(failed.slice(2));
  });

  it('of the other mode is another list, whose ids are no cursors here', async () => {
    expect(idsOf(await list('', testKey))).toEqual(testIds);
    for (const cursor of ['starting_after', 'ending_before']) {
      for (const [id, key] of [
        [testIds[0], server.key],
        [ids[0], testKey],
      ] as const) {
        const { status, body } = await list(`?${cursor}=${id}`, key);
        expect([status, body.code]).toEqual([400, 'invalid_cursor']);
      }
    }
  });

  it('keeps its order while new records arrive', async () => {
    await using own = await startTestServer({ start: false });
    const old: string[] = [];
    for (let i = 0; i < 6; i++) old.unshift(await submit(own, { files: cardAndSelfie() }));
    const first = await send(own, '/v1/verifications?limit=3');
    const newer = await submit(own, { files: cardAndSelfie() });
    const second = await send(own, linkOf(first, 'next') ?? '');
    expect([...idsOf(first), ...idsOf(second)]).toEqual(old);
    expect(idsOf(await send(own, `/v1/verifications?ending_before=${old[0]}`))).toEqual([newer]);
  });
});
