import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAnchorPool } from '../../../server/authenticity/anchors.ts';
import { readActiveKey, verifyActiveAnswer } from '../../../server/authenticity/chip/active.ts';
import {
  type ChipCheck,
  type ChipOptions,
  type ChipTrust,
  checkChip,
} from '../../../server/authenticity/chip/check-chip.ts';
import { countriesAgree } from '../../../server/authenticity/chip/countries.ts';
import { dataGroupOf } from '../../../server/authenticity/chip/data-groups.ts';
import { readMrzGroup } from '../../../server/authenticity/chip/dg1.ts';
import { readFaceGroup, readFaceRecord } from '../../../server/authenticity/chip/dg2.ts';
import { readSecurityInfos } from '../../../server/authenticity/chip/security-infos.ts';
import { parseSecurityObject } from '../../../server/authenticity/chip/security-object.ts';
import { collectRevocations, parseRevocationList } from '../../../server/authenticity/crl/crl.ts';
import {
  answerByRecovery,
  MRZ,
  makeDg1,
  makeDg2,
  makeDg14,
  makeDg15,
  makeFaceRecord,
  makeNewDg2,
  makeSod,
  makeState,
  type SodOptions,
} from '../../support/authenticity/chips.ts';
import { withAndWithoutNodeEc } from '../../support/authenticity/node-ec.ts';
import { makeCrl } from '../../support/authenticity/signed-data.ts';
import { makeSigner, newPrivateKey, signWith, type TestSigner } from '../../support/authenticity/signers.ts';

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const AT = Date.UTC(2026, 0, 1);
const GROUPS = new Map<number, Buffer>([
  [1, makeDg1()],
  [2, makeDg2(JPEG)],
]);
const NO_LISTS = collectRevocations([]);

const trustOf = ({ csca }: { csca: TestSigner }, revoked?: TestSigner): ChipTrust => ({
  anchors: createAnchorPool([csca.certificate]),
  revocations: revoked
    ? collectRevocations([
        { list: parseRevocationList(makeCrl(csca, { revoked: [revoked.certificate] })), issuer: csca.certificate },
      ])
    : NO_LISTS,
});

interface Chip {
  state?: ReturnType<typeof makeState>;
  groups?: Map<number, Buffer>;
  given?: Map<number, Buffer>;
  trust?: ChipTrust;
  sod?: SodOptions;
  options?: Partial<ChipOptions>;
  answer?: { challenge: Uint8Array; signature: Uint8Array };
}

const STATE = makeState();

function checkOf({
  state = STATE,
  groups = GROUPS,
  given = groups,
  trust,
  sod,
  options,
  answer,
}: Chip = {}): ChipCheck {
  const files = {
    securityObject: makeSod(groups, state.signer, sod),
    dataGroups: given,
    ...(answer && { activeAnswer: answer }),
  };
  return checkChip(files, trust ?? trustOf(state), { atMs: AT, ...options });
}

withAndWithoutNodeEc('a chip', () => {
  test.each([
    ['prime256v1', 'prime256v1'],
    ['explicit:brainpoolP384r1', 'explicit:brainpoolP224r1'],
    ['rsa-2048', 'brainpoolP512r1'],
    ['explicit:secp521r1', 'rsa-2048'],
  ])('of a state with %s and %s is authentic, and a copy is not excluded', (csca, signer) => {
    const checked = checkOf({ state: makeState({ key: csca }, { key: signer }) });
    expect(checked).toMatchObject({
      result: 'valid',
      steps: {
        integrity: 'successful',
        signature: 'successful',
        signer_chain: 'successful',
        revocation: 'undetermined',
      },
      reasons: ['chip_revocation_unknown', 'chip_copy_not_excluded', 'chip_authentic'],
      dataGroups: { 1: 'successful', 2: 'successful' },
      signer: { subject: 'C=UT, CN=DS Utopia' },
      anchor: { subject: 'C=UT, CN=CSCA Utopia' },
    });
  });

  test.each<[string, SodOptions]>([
    ['named by key', { named: 'key' }],
    ['with r||s', { form: 'ieee-p1363' }],
    ['without tag 77', { isUntagged: true }],
    ['with indefinite lengths', { isIndefinite: true }],
    ['with SHA-512', { groupHash: 'sha512', hash: 'sha512' }],
  ])('whose security object is %s is authentic without a remark', (_, sod) => {
    const { result, reasons } = checkOf({ sod });
    expect({ result, isOdd: reasons.includes('chip_deviation') }).toEqual({ result: 'valid', isOdd: false });
  });

  test('whose security object is plain data or names another signer deviates', () => {
    for (const sod of [
      { type: '1.2.840.113549.1.7.1' },
      { named: 'wrong' },
      { type: '1.3.27.1.1.1' },
    ] as SodOptions[]) {
      expect(checkOf({ sod })).toMatchObject({ result: 'valid', reasons: expect.arrayContaining(['chip_deviation']) });
    }
  });
});

describe('a chip', () => {
  test('is never authentic without an anchor', () => {
    const none = checkOf({ trust: { anchors: createAnchorPool([]), revocations: NO_LISTS } });
    expect(none).toMatchObject({ result: 'signer_unknown', anchor: null });
    expect(none.reasons).toEqual(['trust_list_missing']);
    const other = checkOf({ trust: trustOf(makeState()) });
    expect(other).toMatchObject({ result: 'signer_unknown', reasons: ['chip_signer_unknown'] });
    expect(other.steps.signer_chain).toBe('undetermined');
  });

  test('with altered data is invalid, and says which', () => {
    const given = new Map(GROUPS).set(1, makeDg1([MRZ[0] ?? '', 'L898902C36UTO7408122F3204159ZE184226B<<<<<11']));
    expect(checkOf({ given })).toMatchObject({
      result: 'invalid',
      reasons: expect.arrayContaining(['chip_data_altered']),
      dataGroups: { 1: 'failed', 2: 'successful' },
      steps: { integrity: 'failed' },
    });
  });

  test('with data that nobody signed is invalid', () => {
    const given = new Map(GROUPS).set(15, makeDg15(newPrivateKey('prime256v1')));
    expect(checkOf({ given })).toMatchObject({
      result: 'invalid',
      reasons: expect.arrayContaining(['chip_data_not_covered']),
      dataGroups: { 15: 'failed' },
    });
  });

  test('of which a needed part was not sent is incomplete, and without any part nothing is called authentic', () => {
    const one = checkOf({ given: new Map([[1, makeDg1()]]) });
    expect(one).toMatchObject({ result: 'valid', dataGroups: { 1: 'successful', 2: 'undetermined' } });
    expect(one.reasons).toEqual(expect.arrayContaining(['chip_incomplete', 'chip_authentic']));
    const none = checkOf({ given: new Map() });
    expect(none.steps.integrity).toBe('undetermined');
    expect(none.reasons).not.toContain('chip_authentic');
  });

  test('with a forged security object, or a forged signer, is invalid', () => {
    const forger = makeSigner();
    expect(checkOf({ sod: { forger } }).reasons).toContain('chip_signature_invalid');
    const forged = makeSigner({ issuer: STATE.csca, forger: forger.key });
    const checked = checkOf({ state: { ...STATE, signer: forged } });
    expect(checked).toMatchObject({ result: 'invalid', steps: { signature: 'successful', signer_chain: 'failed' } });
    expect(checked.reasons).toContain('chip_signature_invalid');
  });

  test('whose signer is revoked is invalid, and a list that does not name it is told', () => {
    const revoked = checkOf({ trust: trustOf(STATE, STATE.signer) });
    expect(revoked).toMatchObject({ result: 'invalid', steps: { revocation: 'failed' } });
    expect(revoked.reasons).toContain('chip_signer_revoked');
    const good = checkOf({ trust: trustOf(STATE, makeSigner({ serial: '77' })) });
    expect(good).toMatchObject({ result: 'valid', steps: { revocation: 'successful' } });
    expect(good.reasons).not.toContain('chip_revocation_unknown');
  });

  test('whose signer has expired, or signs something else, says so', () => {
    const expired = checkOf({ options: { atMs: Date.UTC(2041, 0) } });
    expect(expired).toMatchObject({ result: 'valid', reasons: expect.arrayContaining(['chip_signer_expired']) });
    const seals = makeState({}, { extendedKeyUsage: '2.23.136.1.1.14.2' });
    expect(checkOf({ state: seals })).toMatchObject({ result: 'signer_unknown', anchor: null });
    const mail = makeState({}, { extendedKeyUsage: '1.3.6.1.5.5.7.3.4' });
    expect(checkOf({ state: mail }).reasons).toContain('chip_deviation');
    const critical = makeState({}, { critical: '1.2.3.4' });
    expect(checkOf({ state: critical })).toMatchObject({ result: 'unsupported' });
  });

  test('with old algorithms is authentic and weak', () => {
    const signing = { hash: 'sha1' } as const;
    for (const chip of [
      { sod: { groupHash: 'sha1' } },
      { sod: signing },
      { state: makeState({ signing }, { signing }) },
      { state: makeState({}, { key: 'prime192v1' }) },
    ] as Chip[]) {
      expect(checkOf(chip)).toMatchObject({
        result: 'valid',
        reasons: expect.arrayContaining(['chip_algorithm_weak']),
      });
    }
    expect(checkOf().reasons).not.toContain('chip_algorithm_weak');
  });

  test('of another country than its data says is invalid, unless one of them is no country', () => {
    const german = makeState({ country: 'DE' }, { country: 'DE' });
    expect(checkOf({ state: german, options: { issuingCountry: 'FR' } }).reasons).toContain('chip_country_mismatch');
    expect(checkOf({ state: german, options: { issuingCountry: 'DE' } }).result).toBe('valid');
    expect(checkOf({ options: { issuingCountry: 'UTO' } }).result).toBe('valid');
    expect([countriesAgree('CN', 'HK'), countriesAgree('XK', 'KS'), countriesAgree(null, 'DE')]).toEqual([
      true,
      null,
      null,
    ]);
  });

  test('whose signer does not come along is found in a directory, and counts under an anchor', () => {
    const sod = { certificates: [], named: 'key' } as const;
    expect(checkOf({ sod })).toMatchObject({ result: 'signer_unknown', steps: { signature: 'undetermined' } });
    const trust = { ...trustOf(STATE), documentSigners: [STATE.signer.certificate] };
    expect(checkOf({ sod, trust }).result).toBe('valid');
    expect(checkOf({ sod, trust: { ...trust, anchors: createAnchorPool([]) } }).result).toBe('signer_unknown');
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['something else', Buffer.from('7703020101', 'hex')],
    ['a part of itself', makeSod(GROUPS, STATE.signer).subarray(0, 300)],
    ['another type', makeSod(GROUPS, STATE.signer, { type: '1.2.3' })],
  ])('whose security object is %s cannot be read', (_, securityObject) => {
    const checked = checkChip({ securityObject, dataGroups: GROUPS }, trustOf(STATE), { atMs: AT });
    expect(checked).toMatchObject({ result: 'invalid', reasons: expect.arrayContaining(['chip_unreadable']) });
  });
});

describe('active authentication', () => {
  const challenge = randomBytes(8);
  const chipOf = (key: TestSigner['key'], more: [number, Buffer][] = []) =>
    new Map([...GROUPS, [15, makeDg15(key)] as [number, Buffer], ...more]);

  test.each([
    ['rsa-1024', { hash: 'sha1', trailer: 'bc' }],
    ['rsa-2048', { hash: 'sha1', trailer: '33cc' }],
    ['rsa-2048', { hash: 'sha224', trailer: '38cc' }],
    ['rsa-2048', { hash: 'sha256', trailer: '34cc' }],
    ['rsa-2048', { hash: 'sha384', trailer: '36cc' }],
    ['rsa-2048', { hash: 'sha512', trailer: '35cc' }],
    ['rsa-2048', { hash: 'sha256', trailer: '34cc', start: '6bbbba' }],
  ])('of a chip with %s and %o excludes a copy', (name, how) => {
    const key = newPrivateKey(name);
    const signature = answerByRecovery(key, challenge, how);
    const right = checkOf({ groups: chipOf(key), answer: { challenge, signature } });
    expect(right).toMatchObject({ result: 'valid', steps: { clone_protection: 'successful' } });
    expect(right.reasons).toContain('chip_clone_excluded');
    expect(right.reasons).not.toContain('chip_copy_not_excluded');
  });

  test.each([
    ['brainpoolP256r1', 'sha256', '0.4.0.127.0.7.1.1.4.1.3'],
    ['secp521r1', 'sha512', '0.4.0.127.0.7.1.1.4.1.5'],
  ])('on %s takes the hash that DG14 names, and every hash without DG14', (name, hash, oid) => {
    const key = newPrivateKey(name);
    const answer = { challenge, signature: signWith(key, challenge, 'ieee-p1363', hash) };
    const named = chipOf(key, [[14, makeDg14(oid)]]);
    expect(checkOf({ groups: named, answer }).reasons).toContain('chip_clone_excluded');
    expect(checkOf({ groups: chipOf(key), answer }).reasons).toContain('chip_clone_excluded');
    const other = chipOf(key, [[14, makeDg14('0.4.0.127.0.7.1.1.4.1.1')]]);
    expect(checkOf({ groups: other, answer }).reasons).toContain('chip_clone_suspected');
  });

  test('by another key, or over another challenge, makes the chip suspect', () => {
    const [key, other] = [newPrivateKey('rsa-1024'), newPrivateKey('rsa-1024')];
    const wrong = [
      { challenge, signature: answerByRecovery(other, challenge) },
      { challenge: randomBytes(8), signature: answerByRecovery(key, challenge) },
      { challenge, signature: Buffer.alloc(128, 0xff) },
      { challenge, signature: Buffer.alloc(0) },
      { challenge, signature: answerByRecovery(key, challenge, { start: '4a' }) },
      { challenge, signature: answerByRecovery(key, challenge, { trailer: 'bd' }) },
    ];
    for (const answer of wrong) {
      const checked = checkOf({ groups: chipOf(key), answer });
      expect(checked).toMatchObject({ result: 'invalid', steps: { clone_protection: 'failed' } });
      expect(checked.reasons).toContain('chip_clone_suspected');
    }
  });

  test('with a hash that is not known is not judged', () => {
    const key = newPrivateKey('rsa-1024');
    const signature = answerByRecovery(key, challenge, { hash: 'ripemd160', trailer: '31cc' });
    expect(verifyActiveAnswer(readActiveKey(makeDg15(key)), { challenge, signature }, null)).toBe('unsupported');
    expect(verifyActiveAnswer({ kind: 'other', oid: '1.2.3' }, { challenge, signature }, null)).toBe('unsupported');
  });

  test('counts only with the key that the state signed', () => {
    const key = newPrivateKey('rsa-1024');
    const answer = { challenge, signature: answerByRecovery(key, challenge) };
    const given = new Map([...GROUPS, [15, makeDg15(key)] as [number, Buffer]]);
    const checked = checkOf({ groups: chipOf(newPrivateKey('rsa-1024')), given, answer });
    expect(checked).toMatchObject({ result: 'invalid', steps: { clone_protection: 'undetermined' } });
    expect(checkOf({ answer }).steps.clone_protection).toBe('undetermined');
  });
});

describe('data groups', () => {
  test('are told apart by their tags', () => {
    const files = [makeDg1(), makeDg2(JPEG), makeDg14('1.2.3'), makeDg15(newPrivateKey('prime256v1'))];
    expect(files.map(dataGroupOf)).toEqual([1, 2, 14, 15]);
    expect([dataGroupOf(Buffer.from('60 00')), dataGroupOf(Buffer.concat([makeDg1(), Buffer.of(0)]))]).toEqual([
      null,
      null,
    ]);
  });

  test('DG1 holds the lines of an MRZ', () => {
    expect(readMrzGroup(makeDg1())).toEqual(MRZ);
    expect(readMrzGroup(makeDg1(['A'.repeat(36), 'B'.repeat(36)]))).toHaveLength(2);
    expect(readMrzGroup(makeDg1(['A'.repeat(30), 'B'.repeat(30), 'C'.repeat(30)]))).toHaveLength(3);
    expect(() => readMrzGroup(makeDg1(['A'.repeat(40), 'B'.repeat(40)]))).toThrow('no MRZ');
    expect(() => readMrzGroup(makeDg1(['a'.repeat(44), 'B'.repeat(44)]))).toThrow('no MRZ');
    expect(() => readMrzGroup(makeDg2(JPEG))).toThrow('not data group 1');
  });

  test('DG2 holds faces of both standards', () => {
    const jp2 = Buffer.from('0000000c6a5020200d0a870a', 'hex');
    expect(readFaceGroup(makeDg2(JPEG))).toEqual([{ format: 'jpeg', image: JPEG }]);
    expect(readFaceGroup(makeNewDg2(jp2))).toEqual([{ format: 'jpeg2000', image: jp2 }]);
    expect(readFaceRecord(makeFaceRecord([JPEG, Buffer.from('ff4fff51', 'hex')])).map(({ format }) => format)).toEqual([
      'jpeg',
      'jpeg2000',
    ]);
    expect(() => readFaceGroup(makeDg2(Buffer.from('GIF89a')))).toThrow('neither');
    expect(() => readFaceRecord(makeFaceRecord([JPEG]).subarray(0, 50))).toThrow('wrong length');
    expect(() => readFaceRecord(makeFaceRecord([]))).toThrow('no face');
    const long = makeFaceRecord([JPEG]);
    long.writeUInt16BE(60_000, 18);
    expect(() => readFaceRecord(long)).toThrow('ends early');
  });

  test('DG14 names the protocols of the chip', () => {
    expect(readSecurityInfos(makeDg14('0.4.0.127.0.7.1.1.4.1.4'))).toEqual({
      protocols: ['2.23.136.1.1.5', '0.4.0.127.0.7.2.2.3.2.2'],
      activeHash: 'sha384',
      hasChipAuthentication: true,
    });
  });

  test('are listed once in the security object', () => {
    expect([...parseSecurityObject(makeSod(GROUPS, STATE.signer)).hashes.keys()]).toEqual([1, 2]);
    expect(() => parseSecurityObject(makeSod(new Map([[17, JPEG]]), STATE.signer))).toThrow('listed twice or is none');
  });
});
