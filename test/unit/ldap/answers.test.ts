import { expect, it } from 'vitest';
import { messageLength, readAnswer } from '../../../server/ldap/answers.ts';
import { LdapFault } from '../../../server/ldap/faults.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { BIND, EXTENDED, entry, item, reference, result, SEARCH } from '../../support/ldap/fake-server.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const refusal = (bytes: Buffer): string => {
  try {
    readAnswer(bytes);
    return 'accepted';
  } catch (error) {
    if (error instanceof LdapFault) return error.code;
    throw error;
  }
};

it('reads the answers to a bind, a search and a start of TLS', () => {
  expect(readAnswer(result(1, BIND, 49))).toEqual({ id: 1, is: 'result', of: 'bind', code: 49 });
  expect(readAnswer(result(2, SEARCH))).toEqual({ id: 2, is: 'result', of: 'search', code: 0 });
  expect(readAnswer(result(3, EXTENDED))).toEqual({ id: 3, is: 'result', of: 'extended', code: 0 });
  expect(readAnswer(reference(4, 'ldap://a'))).toEqual({ id: 4, is: 'reference' });
  expect(readAnswer(entry(5, 'cn=é', { CN: ['é', 'e'], jpegPhoto: [Buffer.of(0xff, 0)], none: [] }))).toEqual({
    id: 5,
    is: 'entry',
    entry: {
      dn: 'cn=é',
      attributes: new Map([
        ['cn', [Buffer.from('é'), Buffer.from('e')]],
        ['jpegphoto', [Buffer.of(0xff, 0)]],
        ['none', []],
      ]),
    },
  });
  // With a control, a referral, and lengths in the long form.
  expect(readAnswer(hex('30 0e 02 01 06 61 07 0a 01 00 04 00 04 00 a0 00'))).toMatchObject({ code: 0 });
  expect(readAnswer(hex('30 81 0e 02 01 06 65 82 00 07 0a 01 0a 04 00 04 00'))).toMatchObject({
    code: 10,
  });
});

it('refuses answers whose lengths or kinds do not fit', () => {
  const cases = {
    'a list of attributes that announces more than there is': '30 09 02 01 02 64 04 04 00 30 78',
    'an endless length': '30 80 02 01 02 61 00 00 00',
    'a negative length': '30 0d 02 01 02 64 08 04 00 30 84 ff ff ff f0',
    'a length in five bytes': '30 0e 02 01 02 64 09 04 00 30 85 00 00 00 00 00',
    'an id of five bytes': '30 10 02 05 00 00 00 00 01 61 07 0a 01 00 04 00 04 00',
    'an id without bytes': '30 0b 02 00 61 07 0a 01 00 04 00 04 00',
    'another operation': '30 0c 02 01 02 69 07 0a 01 00 04 00 04 00',
    'a result without its texts': '30 08 02 01 02 61 03 0a 01 00',
    'something after a result': '30 0e 02 01 02 61 09 0a 01 00 04 00 04 00 05 00',
    'something after the operation': '30 0e 02 01 02 61 07 0a 01 00 04 00 04 00 05 00',
    'a name that is not UTF-8': '30 0a 02 01 02 64 05 04 01 ff 30 00',
    'an attribute without values': '30 0e 02 01 02 64 09 04 00 30 05 30 03 04 01 61',
    'values of another kind': '30 13 02 01 02 64 0e 04 00 30 0a 30 08 04 01 61 31 03 02 01 01',
    nothing: '30 00',
  };
  for (const [what, bytes] of Object.entries(cases)) expect(refusal(hex(bytes)), what).toBe('bad_answer');
  expect(refusal(Buffer.concat([result(1, BIND), Buffer.of(0)]))).toBe('bad_answer');
});

it('knows a whole message by its header alone', () => {
  const whole = result(1, BIND);
  for (let length = 0; length < whole.length; length += 1) expect(messageLength(whole.subarray(0, length))).toBeNull();
  expect(messageLength(Buffer.concat([whole, whole]))).toBe(whole.length);
  expect(() => messageLength(hex('3084 7fffffff'))).toThrow(new LdapFault('answer_too_large'));
  expect(() => messageLength(hex('31'))).toThrow(new LdapFault('bad_answer'));
  const largest = item(0x30, Buffer.alloc(LIMITS.ldapAnswerBytesMax));
  expect(() => messageLength(largest)).toThrow(new LdapFault('answer_too_large'));
});

it('reads or refuses 10,000 changed answers, and never hangs', () => {
  const seed = testSeed();
  console.info(`changed answers: CUSTOS_TEST_SEED=${seed}`);
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const good = [
    result(1, BIND, 49),
    result(2, SEARCH),
    result(3, EXTENDED),
    reference(4, 'ldap://other.bank.example/dc=bank'),
    entry(5, 'uid=alice,dc=bank', {
      memberOf: ['cn=a', 'cn=b'],
      objectGUID: [Buffer.alloc(16, 0xfe)],
      cn: ['x'.repeat(300)],
    }),
  ];
  const counts = { accepted: 0, refused: 0 };
  const began = performance.now();
  for (let count = 0; count < 10_000; count += 1) {
    let bytes = Buffer.from(good[below(good.length)] as Buffer);
    for (let changes = 1 + below(3); changes > 0; changes -= 1) {
      const at = below(bytes.length);
      const kind = below(4);
      if (kind === 0) bytes[at] = below(256);
      else if (kind === 1) bytes[at] = [0x00, 0x7f, 0x80, 0x84, 0xff][below(5)] as number;
      else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(4))]);
      else bytes = Buffer.concat([bytes.subarray(0, at), Buffer.of(below(256), below(256)), bytes.subarray(at)]);
      if (bytes.length === 0) bytes = Buffer.of(0x30);
    }
    if (refusal(bytes) === 'accepted') counts.accepted += 1;
    else counts.refused += 1;
    try {
      const length = messageLength(bytes);
      expect(length === null || (length > 1 && length <= bytes.length)).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(LdapFault);
    }
  }
  expect(performance.now() - began).toBeLessThan(10_000);
  // Changes within texts leave a good answer.
  expect(counts.accepted).toBeGreaterThan(500);
  expect(counts.refused).toBeGreaterThan(2_000);
});
