import { describe, expect, test } from 'vitest';
import { collectTrust, readTrustFile } from '../../../server/authenticity/trust-files.ts';
import { verifyFiles } from '../../../server/commands/authenticity/verify-files.ts';
import { makeMdoc, makeVical } from '../../support/authenticity/mdocs.ts';
import { makeAadhaar, makeIdb, makeVds, makeVdsNc } from '../../support/authenticity/seals.ts';
import { makeSigner } from '../../support/authenticity/signers.ts';

const AT = Date.parse('2026-03-01');
const signer = makeSigner();
const csca = makeSigner({ isCa: true, name: 'CSCA', serial: '01' });
const rsa = makeSigner({ key: 'rsa-2048' });
const provider = makeSigner({ isCa: true, name: 'Provider', serial: '01' });
const iaca = makeSigner({ isCa: true, name: 'IACA', serial: '01' });
const mdoc = makeMdoc({ iaca });
const vical = makeVical(makeSigner({ issuer: provider }), [iaca]);
const image = { decodeJpeg2000: () => Promise.reject(new Error('no picture is expected')) };

const trustOf = (...files: Uint8Array[]) => collectTrust(files.flatMap((bytes) => readTrustFile(bytes) ?? []));
const certificates = [signer, csca, rsa, provider].map(({ certificate }) => certificate.raw);

async function verify(bytes: Uint8Array, trust = trustOf(...certificates, vical), mdocAtMs?: null) {
  const options = { trust, atMs: AT, image, ...(mdocAtMs === null && { mdocAtMs }) };
  const [report] = await verifyFiles([{ path: 'a/file', bytes }], options);
  return report;
}

describe('a file is recognised by what it holds', () => {
  test.each<[string, string, Uint8Array]>([
    ['a seal', 'vds', makeVds(signer)],
    ['a seal as text', 'idb', Buffer.from(`${makeIdb(signer)}\n`)],
    ['a seal as JSON', 'vds_nc', Buffer.from(makeVdsNc(makeSigner({ issuer: csca })))],
    ['the number of an Aadhaar code', 'aadhaar', Buffer.from(makeAadhaar(rsa))],
    ['the number within another text', 'aadhaar', Buffer.from(JSON.stringify({ qr: makeAadhaar(rsa) }))],
    ['a mobile document', 'mdoc', mdoc.response],
    ['the issuer’s part alone, in hexadecimal', 'mdoc', Buffer.from(mdoc.issuerSigned.toString('hex'))],
    ['a list of issuers', 'vical', vical],
  ])('%s', async (_, kind, bytes) => {
    expect(await verify(bytes)).toMatchObject({ kind, result: 'valid' });
    expect((await verify(bytes, trustOf()))?.result).toMatch(/^(?:signer_unknown|parsed)$/);
  });

  test('2D-DOC is told, and anything else is not known', async () => {
    const text = Buffer.from('DC04FR000001FFFF23DC2801FR43');
    expect(await verify(text)).toMatchObject({ kind: '2d_doc', result: 'unsupported' });
    expect(await verify(Buffer.from('hello'))).toMatchObject({ kind: null, result: 'unsupported' });
  });
});

test('a report names fields, and not what they say', async () => {
  const reports = [
    await verify(mdoc.response),
    await verify(makeVds(signer)),
    await verify(Buffer.from(makeAadhaar(rsa))),
  ];
  expect(reports.map((report) => report?.details)).toMatchObject([
    { documents: [{ fields: expect.arrayContaining(['last_name']), portrait_bytes: 4 }] },
    { fields: expect.arrayContaining(['last_name']) },
    { fields: expect.arrayContaining(['full_name']) },
  ]);
  expect(JSON.stringify(reports)).not.toMatch(/muster|1990-02-03|UT1234567/i);
});

test('a list’s issuers count only under its provider, and only for the types that the list names', async () => {
  const other = makeMdoc({ iaca, docType: 'org.example.other' });
  expect(await verify(other.response)).toMatchObject({
    result: 'signer_unknown',
    reasons: expect.arrayContaining(['mdoc_issuer_unknown']),
  });
  expect(await verify(mdoc.response, trustOf(vical))).toMatchObject({ result: 'signer_unknown' });
  // An issuer that is given itself counts for all types.
  expect(await verify(other.response, trustOf(iaca.certificate.raw, provider.certificate.raw, vical))).toMatchObject({
    result: 'valid',
  });
});

test('signers of seals and of Aadhaar codes do not stand behind mobile documents', async () => {
  expect(await verify(mdoc.response, trustOf(mdoc.signer.certificate.raw))).toMatchObject({ result: 'signer_unknown' });
});

test('a mobile document is judged now, or when it was signed', async () => {
  const old = makeMdoc({ iaca, validUntil: '2025-01-01T00:00:00Z' }).response;
  expect(await verify(old)).toMatchObject({ result: 'invalid', reasons: expect.arrayContaining(['mdoc_expired']) });
  expect(await verify(old, trustOf(iaca.certificate.raw), null)).toMatchObject({ result: 'valid' });
});
