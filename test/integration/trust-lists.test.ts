import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createTrustAnchors } from '../../server/trust/active-anchors.ts';
import { makeCrl } from '../support/authenticity/signed-data.ts';
import type { TestSigner } from '../support/authenticity/signers.ts';
import { makeCsca, makeListOf, makeListSigner } from '../support/authenticity/trust-files.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Answer, bearer, send, sendJson } from './drive.ts';

const LISTS = '/v1/trust-lists';

const der = ({ certificate }: TestSigner): Buffer => Buffer.from(certificate.raw);
const fingerprint = ({ certificate }: TestSigner): string => certificate.sha256;

/** Puts a file into the folder for lists, and stages it from there. */
function stage(server: TestServer, name: string, content: Buffer, fields = {}): Promise<Answer> {
  const { listsDir } = server.appliance.config;
  mkdirSync(listsDir, { recursive: true });
  writeFileSync(join(listsDir, name), content);
  return sendJson(server, LISTS, { paths: [name], ...fields });
}

const activate = (server: TestServer, id: string, fingerprints?: string[]): Promise<Answer> =>
  sendJson(server, `${LISTS}/${id}/activate`, fingerprints === undefined ? {} : { fingerprints });

async function command(server: TestServer, ...args: string[]): Promise<{ exit: number; out: string }> {
  let out = '';
  const say = (text: string): void => {
    out += text;
  };
  const exit = await runCommand(server.appliance, args, { out: say, err: say, cwd: server.appliance.config.listsDir });
  return { exit, out };
}

const warningsOf = async (server: TestServer): Promise<string[]> =>
  (await send(server, '/v1/system')).body.warnings
    .map(({ code }: { code: string }) => code)
    .filter((code: string) => code.startsWith('trust_'));

describe('trust lists', () => {
  it('are staged, compared, confirmed by fingerprint and activated', async () => {
    await using server = await startTestServer({ list: false });
    const [root, other] = [makeCsca(), makeCsca({ country: 'XA' })];
    const signer = makeListSigner(root);
    const staged = await stage(server, 'list.ml', makeListOf([root, other], signer, '20241001120000Z'));
    expect([staged.status, staged.body]).toMatchObject([
      201,
      {
        code: 'csca_master_list_ut',
        kind: 'csca_master_list',
        active: false,
        staged: true,
        certificates: 2,
        countries: ['UT', 'XA'],
        published_at: '2024-10-01',
        to_confirm: [{ fingerprint: fingerprint(root), country: 'UT' }],
      },
    ]);
    const { id } = staged.body;
    expect(await warningsOf(server)).toEqual(['trust_lists_staged']);
    const first = await send(server, `${LISTS}/${id}/changes`);
    expect(first.body).toMatchObject({ against: null, added: 2, gone: 0, changed: 0 });
    const without = await activate(server, id);
    expect([without.status, without.body.errors]).toMatchObject([400, [{ code: 'fingerprint_missing' }]]);
    const wrong = await activate(server, id, [fingerprint(other)]);
    expect([wrong.status, wrong.body.errors]).toMatchObject([
      400,
      [{ code: 'fingerprint_differs', field: 'fingerprints[0]' }],
    ]);
    const done = await activate(server, id, [fingerprint(root).slice(0, 20)]);
    expect([done.status, done.body]).toMatchObject([200, { active: true, staged: false, to_confirm: [] }]);
    // The list of 2024 has reached its age limit of a year.
    expect(await warningsOf(server)).toEqual(['trust_lists_stale']);
    const next = await stage(server, 'next.ml', makeListOf([root], signer, '20251001120000Z'));
    const changes = await send(server, `${LISTS}/${next.body.id}/changes`);
    expect(changes.body).toMatchObject({ against: id, added: 0, gone: 1, countries: [{ country: 'XA', gone: [{}] }] });
    expect((await activate(server, next.body.id)).body.active).toBe(true);
    expect((await activate(server, id)).body.active).toBe(true);
    const coverage = await send(server, `${LISTS}/coverage`);
    expect(coverage.body.countries.map(({ country }: { country: string }) => country)).toEqual(['UT', 'XA']);
    const content = await send(server, `${LISTS}/${id}/content`);
    expect(content.body.data.filter(({ role }: { role: string }) => role === 'anchor')).toHaveLength(2);
    const { data } = (await send(server, `${LISTS}?code=csca_master_list_ut`)).body;
    expect(data.map((one: { id: string }) => one.id)).toEqual([next.body.id, id]);
    const limited = await send(server, `${LISTS}/csca_master_list_ut`, {
      method: 'PATCH',
      body: JSON.stringify({ age_days_max: 3000 }),
      headers: { 'content-type': 'application/json' },
    });
    expect(limited.body).toMatchObject({ id, age_days_max: 3000, age_limit_days: 3000, stale: false });
    const gone = await sendJson(server, `${LISTS}/${id}/deactivate`, {});
    expect(gone.body).toMatchObject({ active: false, to_confirm: [{}] });
    const actions = "SELECT action FROM audit WHERE action GLOB 'trust_*' ORDER BY seq";
    expect(server.appliance.db.prepare(actions).pluck().all()).toEqual([
      'trust_list.staged',
      'trust_anchor.confirmed',
      'trust_list.activated',
      'trust_list.staged',
      'trust_list.activated',
      'trust_list.activated',
      'trust_list.age_limit_set',
      'trust_list.removed',
    ]);
  });

  it('are uploaded, and only a live key changes them', async () => {
    await using server = await startTestServer({ list: false });
    const root = makeCsca();
    const form = (): FormData => {
      const data = new FormData();
      data.append('kind', 'csca');
      data.append('files[]', new Blob([new Uint8Array(der(root))]), 'csca.cer');
      return data;
    };
    const upload = (key: string): Promise<Answer> =>
      send(server, `${LISTS}/uploads`, { method: 'POST', headers: bearer(key), body: form() });
    const refused = await upload(server.makeKey({ scopes: ['lists:write'], livemode: false }));
    expect(refused.status).toBe(403);
    const begun = await upload(server.key);
    expect(begun.status, begun.text).toBe(202);
    const { self } = begun.body.links;
    await expect.poll(async () => (await send(server, self)).body.state, { interval: 20 }).toBe('done');
    const done = (await send(server, self)).body;
    expect(done).toMatchObject({ kind: 'trust_list', entries: 1, created: true });
    expect((await send(server, `${LISTS}/${done.list}`)).body).toMatchObject({ kind: 'csca', staged: true });
  });

  it('are imported, compared and activated on the command line', async () => {
    await using server = await startTestServer({ list: false });
    const root = makeCsca();
    const { listsDir } = server.appliance.config;
    writeFileSync(join(listsDir, 'csca.cer'), der(root));
    writeFileSync(
      join(listsDir, 'ut.crl'),
      makeCrl(root, { thisUpdate: '20250101000000Z', nextUpdate: '20250401000000Z' }),
    );
    const imported = await command(server, 'trust', 'import', 'csca.cer');
    expect(imported).toMatchObject({ exit: 0, out: expect.stringMatching(/UT {2}1 added, 0 gone, 0 changed/) });
    expect(imported.out).toContain('to confirm: C=UT, CN=CSCA');
    const [id = ''] = /tru_[0-9a-z]+/.exec(imported.out) ?? [];
    expect(await command(server, 'trust', 'activate', id)).toMatchObject({ exit: 1 });
    const active = await command(server, 'trust', 'activate', id, '--fingerprint', fingerprint(root));
    expect(active).toMatchObject({ exit: 0, out: expect.stringMatching(/1 certificates .* active/) });
    const again = await command(server, 'trust', 'import', 'csca.cer');
    expect(again.out).toContain('This content was imported before.');
    const crl = await command(server, 'trust', 'import', 'ut.crl');
    expect(crl.out).toContain('Not used yet');
    const [crlId = ''] = /tru_[0-9a-z]+/.exec(crl.out) ?? [];
    expect((await command(server, 'trust', 'compare', crlId)).out).toMatch(/^UT {2}added {2}[0-9a-f]{64} {2}C=UT/);
    const [, listCode = ''] = /tru_\S+ {2}(\S+)/.exec(active.out) ?? [];
    expect((await command(server, 'trust', 'versions', listCode)).out).toContain(id);
    expect((await command(server, 'trust', 'versions', 'none')).exit).toBe(1);
    expect((await command(server, 'trust', 'import', 'csca.cer', '--kind', 'none')).exit).toBe(2);
    expect((await command(server, 'trust', 'remove', listCode)).out).toContain('No trust list is active');
  });

  it('that were changed in the file are not used', async () => {
    await using server = await startTestServer({ list: false });
    const { appliance } = server;
    const [root, forged] = [makeCsca(), makeCsca()];
    const { body } = await stage(server, 'csca.cer', der(root));
    await activate(server, body.id, [fingerprint(root)]);
    // As after a restart: what is in memory stays as it was.
    const anchors = () => createTrustAnchors(appliance);
    expect(anchors().activeAnchors('csca').anchors.size).toBe(1);
    const file = openDatabase(join(appliance.config.dataDir, 'custos.db'));
    const item =
      'INSERT INTO trust_items SELECT ?, ?, country, subject, key_id, not_before, not_after FROM trust_items LIMIT 1';
    file.prepare(item).run(fingerprint(forged), der(forged));
    const entry = "INSERT INTO trust_entries SELECT seq, ?, 'anchor', NULL FROM trust_versions";
    file.prepare(entry).run(fingerprint(forged));
    expect(() => anchors().activeAnchors('csca')).toThrow(/were changed outside the appliance/);
    expect(anchors().problem).toContain('Import the trust list again.');
    file.prepare('DELETE FROM trust_entries WHERE item = ?').run(fingerprint(forged));
    file.prepare('UPDATE trust_items SET der = ?').run(der(forged));
    expect(() => anchors().activeAnchors('csca')).toThrow(/were changed outside the appliance/);
    file.prepare('UPDATE trust_items SET der = ?').run(der(root));
    file.prepare("UPDATE trust_versions SET code = code, rests_on = '[]'").run();
    expect(() => anchors().activeAnchors('csca')).toThrow(/was changed outside the appliance/);
    file.close();
    const told = await command(server, 'verify-data');
    expect(told).toMatchObject({ exit: 1, out: expect.stringContaining(`trust_versions ${body.id}`) });
    await command(server, 'verify-data', '--quarantine', 'trust_versions', body.id);
    expect((await send(server, `${LISTS}/${body.id}`)).status).toBe(404);
  });
});
