import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ageOfTrustList } from '../../../server/trust/age.ts';
import { compareEntries } from '../../../server/trust/compare.ts';
import { coverageOf } from '../../../server/trust/coverage.ts';
import { unconfirmedOf } from '../../../server/trust/rests-on.ts';
import {
  activeTrustVersions,
  getTrustVersion,
  listEntries,
  listTrustVersions,
} from '../../../server/trust/store/versions.ts';
import { makeVical } from '../../support/authenticity/mdocs.ts';
import { makeCrl, makeLdif } from '../../support/authenticity/signed-data.ts';
import { makeSigner, type TestSigner } from '../../support/authenticity/signers.ts';
import { makeCsca, makeIaca, makeListOf, makeListSigner } from '../../support/authenticity/trust-files.ts';
import { skipUnless } from '../../support/skip.ts';
import { openTestTrust } from './setup.ts';

const DIGITS = 20;
const fingerprint = ({ certificate }: TestSigner): string => certificate.sha256;
const start = (signer: TestSigner): string => fingerprint(signer).slice(0, DIGITS);
const der = ({ certificate }: TestSigner): Buffer => Buffer.from(certificate.raw);

/** A country's signer and a signer of lists under it. */
function publisher(country = 'UT', root = makeCsca({ country })) {
  return { root, signer: makeListSigner(root) };
}

const code = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error) => error.details?.items?.[0]?.code ?? error.code,
  );

describe('a trust list', () => {
  it('is staged, shows what it changes, and is used once its fingerprint is confirmed', async () => {
    await using test = openTestTrust({ inThread: true });
    const { root, signer } = publisher();
    const other = makeCsca({ country: 'XA' });
    const { version, created } = await test.stage([makeListOf([root, other], signer, '20251001120000Z')]);
    expect(created).toBe(true);
    expect(version).toMatchObject({ code: 'csca_master_list_ut', format: 'csca_master_list', active: false });
    expect(version).toMatchObject({
      certificates: 2,
      countries: ['UT', 'XA'],
      publishedAt: '2025-10-01',
      activatedAtMs: null,
    });
    expect(test.anchors.activeAnchors('csca_master_list')).toMatchObject({ versions: [] });
    expect(unconfirmedOf(test.db, version).map(({ sha256 }) => sha256)).toEqual([fingerprint(root)]);
    expect(
      compareEntries([], listEntries(test.db, version)).map(({ country, added }) => [country, added.length]),
    ).toEqual([
      ['UT', 1],
      ['XA', 1],
    ]);
    expect(await code(test.lists.activate(version.id, 'cli'))).toBe('fingerprint_missing');
    expect(await code(test.lists.activate(version.id, 'cli', [start(other)]))).toBe('fingerprint_differs');
    expect(await code(test.lists.activate(version.id, 'cli', [fingerprint(root).slice(0, DIGITS - 1)]))).toBe(
      'invalid_value',
    );
    const grouped = start(root)
      .toUpperCase()
      .replaceAll(/(.{4})/g, '$1 ');
    const active = await test.lists.activate(version.id, 'cli', [grouped]);
    expect(active).toMatchObject({ active: true, activatedAtMs: test.clock.now() });
    const { anchors, versions } = test.anchors.activeAnchors('csca_master_list');
    expect([anchors.size, versions]).toEqual([
      2,
      [
        {
          id: version.id,
          code: version.code,
          kind: 'csca_master_list',
          version: expect.stringMatching(/^2025-10-01\./),
        },
      ],
    ]);
    expect(test.audited.map(({ action }) => action)).toEqual([
      'trust_list.staged',
      'trust_anchor.confirmed',
      'trust_list.activated',
    ]);
    // A caller who got no answer asks again.
    expect(await test.lists.activate(version.id, 'cli', [grouped])).toEqual(active);
  });

  it('is followed only by one that the confirmed certificate signed, directly or by a link, and that is not older', async () => {
    await using test = openTestTrust();
    const { root, signer } = publisher();
    const first = await test.stage([makeListOf([root], signer, '20251001120000Z')]);
    await test.lists.activate(first.version.id, 'cli', [start(root)]);
    // Another root that gives itself the same name and country.
    const rogue = publisher();
    const forged = makeListOf([root, rogue.root], rogue.signer, '20251101120000Z');
    expect(await code(test.stage([forged]))).toBe('trust_signer_unknown');
    expect(await code(test.stage([forged, der(rogue.root)]))).toBe('trust_signer_unknown');
    expect(await code(test.stage([makeListOf([root], signer, '20250901120000Z')]))).toBe('list_older');
    // The country has a new key, and the old one signed a link to it.
    const next = makeCsca({ name: 'CSCA 2' });
    const link = makeCsca({ name: 'CSCA 2', issuer: root, key: next.key });
    const second = publisher('UT', next);
    const { version } = await test.stage([makeListOf([root, next, link], second.signer, '20251201120000Z')]);
    expect(unconfirmedOf(test.db, version)).toEqual([]);
    const changes = compareEntries(listEntries(test.db, first.version), listEntries(test.db, version));
    expect(changes).toMatchObject([{ country: 'UT', added: [{}, {}], gone: [], changed: [] }]);
    await test.lists.activate(version.id, 'cli');
    expect(activeTrustVersions(test.db).map(({ id }) => id)).toEqual([version.id]);
    // Rolling back needs no new confirmation.
    expect(await test.lists.activate(first.version.id, 'cli')).toMatchObject({ active: true });
  });

  it('that is altered, or signed by a signer of documents, is refused', async () => {
    await using test = openTestTrust();
    const { root, signer } = publisher();
    const list = makeListOf([root], signer, '20251001120000Z');
    const altered = Buffer.from(list);
    const at = altered.indexOf('CSCA');
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(await code(test.stage([altered]))).toBe('list_invalid');
    const document = makeSigner({ issuer: root });
    expect(await code(test.stage([makeListOf([root], document, '20251001120000Z')]))).toBe('list_invalid');
    expect(listTrustVersions(test.db)).toEqual([]);
  });

  it('that is taken out of use forgets what was confirmed for it alone', async () => {
    await using test = openTestTrust();
    const { root } = publisher();
    const { version } = await test.stage([der(root)]);
    await test.lists.activate(version.id, 'cli', [start(root)]);
    await test.lists.remove(version.code, 'cli');
    expect(test.anchors.activeAnchors('csca').anchors.size).toBe(0);
    expect(await code(test.lists.activate(version.id, 'cli'))).toBe('fingerprint_missing');
    await test.lists.activate(version.id, 'cli', [fingerprint(root)]);
    expect(test.anchors.activeAnchors('csca').anchors.size).toBe(1);
  });

  it('of the same content is not stored twice, and a staged one is read again', async () => {
    await using test = openTestTrust();
    const { root, signer } = publisher();
    const list = makeListOf([root], signer, '20251001120000Z');
    const staged = await test.stage([list]);
    const again = await test.stage([list]);
    expect([again.created, listTrustVersions(test.db).map(({ id }) => id)]).toEqual([true, [again.version.id]]);
    expect(again.version.id).not.toBe(staged.version.id);
    await test.lists.activate(again.version.id, 'cli', [start(root)]);
    expect(await test.stage([list])).toMatchObject({ created: false, version: { id: again.version.id, active: true } });
  });

  it('keeps its versions while a record names them', async () => {
    const named = new Set<string>();
    await using test = openTestTrust({ namedVersions: () => named });
    const { root, signer } = publisher();
    const ids: string[] = [];
    for (let day = 10; day < 24; day++) {
      const { version } = await test.stage([makeListOf([root], signer, `202510${day}120000Z`)]);
      await test.lists.activate(version.id, 'cli', day === 10 ? [start(root)] : []);
      ids.push(version.id);
      if (day === 10) named.add(version.id);
    }
    const kept = listTrustVersions(test.db).map(({ id }) => id);
    expect(kept).toHaveLength(11);
    expect(kept).toContain(ids[0]);
    expect(kept).not.toContain(ids[1]);
  });

  it('is recognised by its content, and what its content does not show must be stated', async () => {
    await using test = openTestTrust();
    const csca = makeCsca();
    const iaca = makeIaca();
    const seal = makeSigner();
    const india = makeSigner({ country: 'IN', name: 'DS UIDAI 5' });
    const plain = makeSigner({ name: 'Somebody' });
    const pem = `-----BEGIN CERTIFICATE-----\n${der(iaca).toString('base64')}\n-----END CERTIFICATE-----\n`;
    const kinds = await Promise.all(
      [der(csca), pem, der(seal), der(india)].map(async (one) => (await test.stage([one])).version.format),
    );
    expect(kinds).toEqual(['csca', 'iaca', 'vds_signers', 'uidai']);
    expect(await code(test.stage([der(plain)]))).toBe('trust_kind_needed');
    expect((await test.stage([der(plain)], { kind: 'uidai' })).version.format).toBe('uidai');
    expect(await code(test.stage([der(plain)], { kind: 'crl' }))).toBe('list_invalid');
    expect(await code(test.stage(['name\nOdo Fenwright\n']))).toBe('list_invalid');
    expect(await test.lists.take([test.write('name\nOdo Fenwright\n')], 'inbox')).toBe(false);
    expect(await test.lists.take([test.write(der(csca))], 'inbox')).toBe(true);
    expect(await code(test.stage([der(csca)], { code: 'iaca', kind: 'iaca' }))).toBe('none');
    expect(await code(test.stage([der(seal)], { code: 'iaca' }))).toBe('trust_kind_differs');
  });

  it('of revocations needs an active country signer, and takes effect', async () => {
    await using test = openTestTrust();
    const { root } = publisher();
    const crl = makeCrl(root, { thisUpdate: '20260101000000Z', nextUpdate: '20260401000000Z' });
    expect(await code(test.stage([crl]))).toBe('trust_signer_unknown');
    const { version: csca } = await test.stage([der(root)]);
    await test.lists.activate(csca.id, 'cli', [start(root)]);
    const { version } = await test.stage([crl]);
    expect(version).toMatchObject({ format: 'crl', publishedAt: '2026-01-01', revocationLists: 1, certificates: 0 });
    await test.lists.activate(version.id, 'cli');
    const signer = makeSigner({ issuer: root });
    const { anchors, revocations } = test.anchors.activeAnchors('csca', 'crl');
    const [anchor] = anchors.all();
    expect(anchor && revocations.stateOf(signer.certificate, anchor, test.clock.now())).toBe('good');
    expect(
      await code(test.stage([makeCrl(root, { thisUpdate: '20251201000000Z', nextUpdate: '20260301000000Z' })])),
    ).toBe('list_older');
  });

  it('of the ICAO directory counts what proves itself, and says what it left out', async () => {
    await using test = openTestTrust();
    const { root, signer } = publisher();
    const stranger = publisher('XB');
    const { version: csca } = await test.stage([der(root)]);
    await test.lists.activate(csca.id, 'cli', [start(root)]);
    const document = makeSigner({ issuer: root });
    const ldif = makeLdif([
      { attribute: 'userCertificate;binary', value: der(document) },
      {
        attribute: 'certificateRevocationList;binary',
        value: makeCrl(root, { thisUpdate: '20260101000000Z', nextUpdate: '20260401000000Z' }),
      },
      {
        attribute: 'certificateRevocationList;binary',
        value: makeCrl(stranger.root, { thisUpdate: '20260101000000Z', nextUpdate: '20260401000000Z' }),
      },
      { attribute: 'pkdMasterListContent', value: makeListOf([root, stranger.root], signer, '20260102120000Z') },
      { attribute: 'pkdMasterListContent', value: makeListOf([stranger.root], stranger.signer, '20260102120000Z') },
    ]);
    const { version } = await test.stage([ldif]);
    // The list of UT brings the signer of XB, whose revocation list then counts as well. XB's own list does not.
    expect(version).toMatchObject({
      format: 'icao_ldif',
      publishedAt: '2026-01-02',
      certificates: 3,
      revocationLists: 2,
    });
    expect(version.skipped).toEqual({ signer_unknown: 1 });
    await test.lists.activate(version.id, 'cli');
    const found = test.anchors.activeAnchors('icao_ldif');
    expect([found.anchors.size, found.documentSigners.length]).toEqual([2, 1]);
  });

  it('of licence issuers rests on its provider, and says which documents each may sign', async () => {
    await using test = openTestTrust();
    const provider = makeSigner({ name: 'Provider', isCa: true });
    const signer = makeSigner({ name: 'VICAL signer', issuer: provider });
    const iaca = makeIaca();
    const { version } = await test.stage([makeVical(signer, [iaca]), der(provider), der(signer)]);
    expect(version).toMatchObject({
      code: 'vical_utopia',
      format: 'vical',
      publishedAt: '2024-01-01',
      certificates: 1,
    });
    expect(version.restsOn).toEqual([fingerprint(provider)]);
    await test.lists.activate(version.id, 'cli', [start(provider)]);
    const { anchors, docTypes } = test.anchors.activeAnchors('vical', 'iaca');
    expect([...anchors.all()].map(({ sha256 }) => sha256)).toEqual([fingerprint(iaca)]);
    expect([...docTypes]).toEqual([[fingerprint(iaca), ['org.iso.18013.5.1.mDL']]]);
    const own = await test.stage([der(iaca)]);
    await test.lists.activate(own.version.id, 'cli', [start(iaca)]);
    expect([...test.anchors.activeAnchors('vical', 'iaca').docTypes]).toEqual([]);
  });

  it('shows its age, what it covers and what expires soon', async () => {
    await using test = openTestTrust();
    const soon = makeCsca({ notAfter: '20260301000000Z' });
    const { version } = await test.stage([der(soon)]);
    await test.lists.activate(version.id, 'cli', [start(soon)]);
    const { countries, expiring } = coverageOf(test.db, test.clock.now());
    expect(countries).toMatchObject([
      { country: 'UT', kinds: ['csca'], certificates: 1, valid: 1, revocationLists: 0 },
    ]);
    expect(expiring).toMatchObject([{ list: version.code, sha256: fingerprint(soon) }]);
    expect(ageOfTrustList(getTrustVersion(test.db, version.id), Date.UTC(2050, 0))).toMatchObject({
      stale: false,
      limitDays: null,
    });
    await test.lists.setAgeLimit(version.code, 30, 'cli');
    expect(ageOfTrustList(getTrustVersion(test.db, version.id), Date.UTC(2050, 0))).toMatchObject({
      stale: true,
      limitDays: 30,
    });
  });
});

const CORPUS = process.env['CUSTOS_CORPUS'];
const folder = join(CORPUS ?? '', 'authenticity', 'masterlists');
const hasLists = CORPUS !== undefined && existsSync(folder);

describe('the lists of the corpus', () => {
  it(
    'follow each other: the second German list rests on the certificate of the first',
    skipUnless(hasLists, 'CUSTOS_CORPUS has no master lists'),
    async () => {
      await using test = openTestTrust();
      test.clock.advance(365 * 24 * 3600 * 1000);
      const names = readdirSync(folder)
        .filter((name) => name.startsWith('DE_ML'))
        .sort();
      const [older = '', newer = ''] = names.map((name) => join(folder, name));
      const first = await test.lists.importTrustList({ paths: [older] }, 'cli');
      await test.lists.activate(first.version.id, 'cli', first.version.restsOn);
      const second = await test.lists.importTrustList({ paths: [newer] }, 'cli');
      expect(unconfirmedOf(test.db, second.version)).toEqual([]);
      await test.lists.activate(second.version.id, 'cli');
      const { anchors } = test.anchors.activeAnchors('csca_master_list');
      expect(anchors.size).toBe(second.version.certificates);
      expect(await code(test.stage([readFileSync(older).subarray(0, 5_000)]))).toBe('list_invalid');
    },
  );
});
