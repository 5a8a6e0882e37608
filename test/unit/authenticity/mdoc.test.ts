import { describe, expect, test } from 'vitest';
import { createAnchorPool } from '../../../server/authenticity/anchors.ts';
import { cborEncoded } from '../../../server/authenticity/cbor/write.ts';
import { readMdoc, readTranscript } from '../../../server/authenticity/mdoc/device-response.ts';
import { readChain, verifyMdoc } from '../../../server/authenticity/mdoc/verify.ts';
import { verifyVical } from '../../../server/authenticity/mdoc/vical.ts';
import { ANNEX_D_READER_KEY, ANNEX_D_RESPONSE, ANNEX_D_TRANSCRIPT } from '../../support/authenticity/annex-d.ts';
import { encodeCbor } from '../../support/authenticity/cbor.ts';
import {
  DOCUMENT_SIGNER,
  LICENCE,
  type MdocOptions,
  makeMdoc,
  makeVical,
  scalarOf,
  TRANSCRIPT,
} from '../../support/authenticity/mdocs.ts';
import { makeSigner, newPrivateKey, type TestSigner } from '../../support/authenticity/signers.ts';

const AT = Date.parse('2026-03-01');
const SESSION = { transcript: TRANSCRIPT };
const iaca = makeSigner({ isCa: true, name: 'IACA', serial: '01' });
const poolOf = (...signers: TestSigner[]) => createAnchorPool(signers.map(({ certificate }) => certificate));
const anchors = { iaca: poolOf(iaca) };
const make = (options: MdocOptions = {}) => makeMdoc({ iaca, ...options });
const check = (options: MdocOptions = {}, session: Parameters<typeof verifyMdoc>[3] = SESSION) =>
  verifyMdoc(make(options).response, anchors, AT, session);

describe('a mobile document', () => {
  test('is authentic in its session, and says whom it names', () => {
    const { response, signer } = make();
    const report = verifyMdoc(response, anchors, AT, SESSION);
    expect(report).toMatchObject({
      kind: 'mdoc',
      result: 'valid',
      reasons: ['mdoc_authentic'],
      steps: {
        integrity: 'successful',
        signature: 'successful',
        signer_chain: 'successful',
        validity: 'successful',
        device_authentication: 'successful',
      },
      signer: { sha256: signer.certificate.sha256 },
      anchor: { sha256: iaca.certificate.sha256 },
      algorithms: ['ecdsa-sha256', 'P-256'],
    });
    expect(report.documents).toMatchObject([
      {
        document_type: LICENCE,
        signed_at: '2024-01-01T00:00:00.000Z',
        valid_until: '2034-01-01T00:00:00.000Z',
        fields: {
          last_name: 'Muster',
          first_name: 'Mara',
          date_of_birth: '1990-02-03',
          document_number: 'UT1234567',
          issuing_country: 'UT',
          sex: 'F',
        },
        portrait: Buffer.from('ffd8ffd9', 'hex'),
      },
    ]);
  });

  test.each<[string, string]>([
    ['prime256v1', 'ecdsa-sha256'],
    ['secp384r1', 'ecdsa-sha384'],
    ['secp521r1', 'ecdsa-sha512'],
    ['brainpoolP256r1', 'ecdsa-sha256'],
    ['brainpoolP384r1', 'ecdsa-sha384'],
    ['ed25519', 'ed25519'],
  ])('signed on %s is authentic', (key, algorithm) => {
    expect(check({ key })).toMatchObject({ result: 'valid', algorithms: [algorithm, expect.any(String)] });
  });

  test.each(['prime256v1', 'ed25519'])('of a device with a key on %s is proven by its signature', (name) => {
    expect(check({ deviceKey: newPrivateKey(name) }).steps.device_authentication).toBe('successful');
  });

  test('without a session proves its issuer, and not its holder', () => {
    const expected = {
      result: 'valid',
      reasons: ['mdoc_authentic', 'mdoc_holder_unproven'],
      steps: { device_authentication: 'undetermined' },
    };
    expect(check({}, null)).toMatchObject(expected);
    expect(verifyMdoc(make().issuerSigned, anchors, AT, SESSION)).toMatchObject(expected);
  });

  test('of another session is false', () => {
    const transcript = encodeCbor([null, null, ['another session']]);
    expect(check({}, { transcript })).toMatchObject({
      result: 'invalid',
      reasons: ['mdoc_device_signature_invalid'],
      steps: { device_authentication: 'failed' },
    });
  });

  test('whose device names an algorithm that its key does not have is false', () => {
    const { response } = make();
    const altered = Buffer.from(response);
    // The protected header of the device's signature: -7 becomes -8 or an unknown number.
    const at = altered.lastIndexOf(Buffer.from('43a10126', 'hex')) + 3;
    for (const algorithm of [0x27, 0x22]) {
      altered[at] = algorithm;
      expect(verifyMdoc(altered, anchors, AT, SESSION)).toMatchObject({
        result: 'invalid',
        reasons: ['mdoc_device_signature_invalid'],
      });
    }
  });

  test('is proven by a code where the reader gives its key', () => {
    const readerKey = newPrivateKey('prime256v1');
    const options = { device: 'mac', readerKey } as const;
    const session = { ...SESSION, readerKey: scalarOf(readerKey) };
    expect(check(options, session)).toMatchObject({ result: 'valid', reasons: ['mdoc_authentic'] });
    expect(check(options)).toMatchObject({ result: 'valid', reasons: ['mdoc_authentic', 'mdoc_holder_unproven'] });
    const other = { ...SESSION, readerKey: scalarOf(newPrivateKey('prime256v1')) };
    expect(check(options, other)).toMatchObject({ result: 'invalid', reasons: ['mdoc_device_signature_invalid'] });
  });

  test('of an issuer who is not loaded is not authentic', () => {
    expect(verifyMdoc(make().response, { iaca: poolOf() }, AT, SESSION)).toMatchObject({
      result: 'signer_unknown',
      reasons: ['mdoc_issuer_unknown'],
      anchor: null,
    });
  });

  test.each<[string, MdocOptions['signerOptions']]>([
    ['has the certificate of a reader', { extendedKeyUsage: '1.0.18013.5.1.6' }],
    ['had expired when it signed', { notAfter: '20231231000000Z' }],
    ['was not yet valid when it signed', { notBefore: '20240102000000Z' }],
  ])('whose signer %s is not authentic', (_, signerOptions) => {
    const report = check({ signerOptions: { extendedKeyUsage: DOCUMENT_SIGNER, ...signerOptions } });
    expect(report).toMatchObject({ result: 'signer_unknown', reasons: ['mdoc_issuer_unknown'], anchor: null });
    expect(report.steps.signer_chain).toBe('failed');
  });

  test('whose signer expired later is authentic', () => {
    expect(check({ signerOptions: { notAfter: '20250101000000Z' } }).result).toBe('valid');
  });

  test('whose certificate its issuer did not sign is false', () => {
    const report = check({ signerOptions: { issuer: iaca, forger: makeSigner().key } });
    expect(report).toMatchObject({ result: 'invalid', reasons: ['mdoc_signature_invalid'], anchor: null });
  });

  test('whose signer another certificate of the file connects with its issuer', () => {
    const between = makeSigner({ isCa: true, name: 'Between', serial: '02', issuer: iaca });
    expect(check({ signerOptions: { issuer: between } }).result).toBe('signer_unknown');
    expect(check({ signerOptions: { issuer: between }, above: [between] })).toMatchObject({
      result: 'valid',
      anchor: { sha256: iaca.certificate.sha256 },
    });
    expect(
      verifyMdoc(make({ signerOptions: { issuer: between } }).response, { iaca: poolOf(between) }, AT).result,
    ).toBe('valid');
  });

  test('of a type that the list does not allow its issuer is not authentic', () => {
    const { response } = make();
    const allowed = (...types: string[]) => new Map([[iaca.certificate.sha256, types]]);
    expect(verifyMdoc(response, { ...anchors, docTypes: allowed(LICENCE) }, AT).result).toBe('valid');
    expect(verifyMdoc(response, { ...anchors, docTypes: allowed('another') }, AT).result).toBe('signer_unknown');
  });

  test.each([
    ['expired', { validUntil: '2026-02-28T00:00:00Z' }],
    ['not yet valid', { validFrom: '2026-03-02T00:00:00Z' }],
  ])('that is %s is false, but not at its own time', (_, options) => {
    const { response } = make(options);
    expect(verifyMdoc(response, anchors, AT)).toMatchObject({ result: 'invalid', steps: { validity: 'failed' } });
    expect(verifyMdoc(response, anchors, AT).reasons).toContain('mdoc_expired');
    expect(verifyMdoc(response, anchors, null).result).toBe('valid');
  });

  test.each([
    ['an element', 'Muster', 'Master'],
    ['the type of the document', LICENCE, LICENCE.replace('mDL', 'mXL')],
  ])('with %s altered is false', (_, from, to) => {
    const { response } = make();
    const altered = Buffer.from(response);
    altered.write(to, altered.indexOf(from));
    expect(verifyMdoc(altered, anchors, AT)).toMatchObject({ result: 'invalid', steps: { integrity: 'failed' } });
    expect(verifyMdoc(altered, anchors, AT).reasons).toContain('mdoc_data_altered');
  });

  test('is as good as its worst document', () => {
    const [good, bad] = [make(), makeMdoc()];
    const both = joinResponses(good.response, bad.response);
    const report = verifyMdoc(both, anchors, AT, SESSION);
    expect(report.documents.map(({ result }) => result)).toEqual(['valid', 'signer_unknown']);
    expect(report).toMatchObject({ result: 'signer_unknown', reasons: ['mdoc_authentic', 'mdoc_issuer_unknown'] });
  });

  test('reads a PID with several nationalities', () => {
    const elements = {
      family_name: 'Muster',
      nationality: ['UT', 'FR'],
      sex: 5,
      place_of_birth: 'Utopolis',
      portrait: 'x',
    };
    const [document] = check({ elements }).documents;
    expect(document).toMatchObject({
      fields: { last_name: 'Muster', nationality: 'UT', sex: 'X', place_of_birth: 'Utopolis' },
      portrait: null,
    });
  });

  test.each([
    ['nothing', Buffer.of()],
    ['a map of another kind', encodeCbor({ a: 1 })],
    ['a response without documents', encodeCbor({ version: '1.0', documents: [], status: 10 })],
  ])('%s cannot be read', (_, bytes) => {
    expect(verifyMdoc(bytes, anchors, AT)).toMatchObject({
      result: 'invalid',
      reasons: ['mdoc_unreadable'],
      documents: [],
    });
  });

  test('of another version is not supported', () => {
    const bytes = encodeCbor({ version: '2.0', documents: [] });
    expect(verifyMdoc(bytes, anchors, AT)).toMatchObject({ result: 'unsupported', reasons: ['mdoc_unreadable'] });
  });
});

test('a session transcript comes bare or with tag 24', () => {
  expect(readTranscript(TRANSCRIPT)).toEqual(TRANSCRIPT);
  expect(readTranscript(cborEncoded(TRANSCRIPT))).toEqual(TRANSCRIPT);
  expect(() => readTranscript(encodeCbor([1]))).toThrow(expect.objectContaining({ code: 'malformed' }));
});

/** The documents of both in one response. */
function joinResponses(a: Buffer, b: Buffer): Buffer {
  const [start, end] = [encodeCbor('documents'), encodeCbor('status')];
  const documentsOf = (bytes: Buffer): Buffer =>
    bytes.subarray(bytes.indexOf(start) + start.length + 1, bytes.lastIndexOf(end));
  const head = a.subarray(0, a.indexOf(start) + start.length);
  return Buffer.concat([head, Buffer.of(0x82), documentsOf(a), documentsOf(b), a.subarray(a.lastIndexOf(end))]);
}

describe('a list of issuers (VICAL)', () => {
  const provider = makeSigner({ isCa: true, name: 'Provider', serial: '01' });
  const signer = makeSigner({ name: 'VICAL', issuer: provider, notAfter: '20250101000000Z' });
  const vical = makeVical(signer, [iaca, makeSigner()]);

  test('is proven by its provider, judged when it was signed, and told as stale', () => {
    const report = verifyVical(vical, poolOf(provider), AT);
    expect(report).toMatchObject({
      kind: 'vical',
      result: 'valid',
      steps: { signature: 'successful', signer_chain: 'successful' },
      reasons: ['trust_list_stale'],
      anchor: { sha256: provider.certificate.sha256 },
      list: { provider: 'Utopia', issuedMs: Date.parse('2024-01-01'), nextMs: Date.parse('2024-02-01'), unusable: 1 },
    });
    expect(report.list?.issuers.map(({ certificate, docTypes }) => [certificate.sha256, docTypes])).toEqual([
      [iaca.certificate.sha256, [LICENCE]],
    ]);
    expect(verifyVical(vical, poolOf(provider), Date.parse('2024-01-15')).reasons).toEqual([]);
  });

  test('of an unknown provider, or of a signer who had expired, is not trusted', () => {
    expect(verifyVical(vical, poolOf(), AT)).toMatchObject({ result: 'signer_unknown', anchor: null });
    const late = makeVical(signer, [iaca], '2025-02-01T00:00:00Z');
    expect(verifyVical(late, poolOf(provider), AT)).toMatchObject({
      result: 'signer_unknown',
      steps: { signer_chain: 'failed' },
    });
  });

  test('that was altered is false, and what is no list cannot be read', () => {
    const altered = Buffer.from(vical);
    altered.write('utopia', altered.indexOf('Utopia'));
    expect(verifyVical(altered, poolOf(provider), AT).result).toBe('invalid');
    expect(verifyVical(Buffer.of(0xa0), poolOf(provider), AT)).toMatchObject({ result: 'invalid', list: null });
  });
});

describe('the mobile document of ISO/IEC 18013-5, annex D', () => {
  const response = Buffer.from(ANNEX_D_RESPONSE, 'hex');
  const session = {
    transcript: readTranscript(Buffer.from(ANNEX_D_TRANSCRIPT, 'hex')),
    readerKey: Buffer.from(ANNEX_D_READER_KEY, 'hex'),
  };
  const at = Date.parse('2020-10-05');
  const [document] = readMdoc(response);
  const [signer] = document ? readChain(document.issuerAuth) : [];

  test('is authentic in its session under its signer, and says whom it names', () => {
    const trusted = { iaca: createAnchorPool(signer ? [signer] : []) };
    const report = verifyMdoc(response, trusted, at, session);
    expect(report).toMatchObject({
      result: 'valid',
      reasons: ['mdoc_authentic'],
      steps: { integrity: 'successful', signature: 'successful', device_authentication: 'successful' },
      documents: [{ document_type: LICENCE, fields: { last_name: 'Doe', document_number: '123456789' } }],
    });
  });

  test('has no known issuer without an anchor, and no proven holder without the key of the reader', () => {
    const { result, steps } = verifyMdoc(response, { iaca: createAnchorPool([]) }, at, session);
    expect([result, steps.device_authentication]).toEqual(['signer_unknown', 'successful']);
    const { transcript } = session;
    expect(verifyMdoc(response, anchors, at, { transcript }).steps.device_authentication).toBe('undetermined');
  });

  test('is false with the key of another reader, and where its name is changed', () => {
    const readerKey = scalarOf(newPrivateKey('prime256v1'));
    expect(verifyMdoc(response, anchors, at, { ...session, readerKey }).reasons).toContain(
      'mdoc_device_signature_invalid',
    );
    const altered = Buffer.from(response);
    altered.write('Roe', altered.indexOf('Doe'));
    expect(verifyMdoc(altered, anchors, at, session)).toMatchObject({
      result: 'invalid',
      steps: { integrity: 'failed', signature: 'successful' },
    });
  });
});
