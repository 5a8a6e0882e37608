import { describe, expect, test } from 'vitest';
import { toDefinite } from '../../../server/authenticity/der/definite.ts';
import { childrenOf, fieldsOf, readWhole, TAG } from '../../../server/authenticity/der/reader.ts';
import {
  bytesOfBits,
  hexOf,
  magnitudeOf,
  oidOf,
  setBitsOf,
  smallIntegerOf,
  timeOf,
  unsignedOf,
} from '../../../server/authenticity/der/values.ts';
import { derOf, derOid } from '../../../server/authenticity/der/write.ts';
import { AuthenticityError } from '../../../server/authenticity/errors.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const read = (text: string) => readWhole(hex(text));
const timeText = (tag: number, text: string): number => timeOf(readWhole(derOf(tag, Buffer.from(text))));

describe('elements', () => {
  test('are views of the file with tag, length and content', () => {
    const file = hex('30 06 0201 01 0201 02');
    const whole = readWhole(file);
    expect(whole).toMatchObject({ tag: 0x30, raw: file });
    expect(childrenOf(whole).map(smallIntegerOf)).toEqual([1, 2]);
    expect(childrenOf(whole)[0]?.raw.buffer).toBe(file.buffer);
  });

  test('may have tags of two bytes and long lengths', () => {
    expect(readWhole(Buffer.concat([hex('5f1f 8180'), Buffer.alloc(128)]))).toMatchObject({ tag: 0x5f1f });
  });

  test.each([
    ['', 'ends inside'],
    ['30', 'ends inside'],
    ['30 05 0201 01', 'ends after its file'],
    ['30 80 0201 01 0000', 'indefinite'],
    ['04 8101 00', 'longer than necessary'],
    ['04 820001 00', 'longer than necessary'],
    ['04 8500000000 01 00', 'too many bytes'],
    ['1f 81 81 81 01 00', 'A tag has too many bytes'],
    ['04 00 00', 'Bytes follow'],
  ])('%s is refused: %s', (bytes, why) => {
    expect(() => read(bytes)).toThrow(AuthenticityError);
    expect(() => read(bytes)).toThrow(why);
  });

  test('of a sequence are read in their order, and none may be left', () => {
    const fields = fieldsOf(read('30 06 0201 01 0401 02'));
    expect(fields.optional(TAG.oid)).toBeNull();
    expect(smallIntegerOf(fields.take(TAG.integer))).toBe(1);
    expect(() => fields.end()).toThrow('more fields');
    expect(fields.any().tag).toBe(TAG.octetString);
    fields.end();
    expect(() => fields.any()).toThrow('missing');
    expect(() => fieldsOf(read('30 00')).take(TAG.integer)).toThrow('missing');
  });
});

describe('values', () => {
  test('object identifiers are written and read', () => {
    for (const oid of ['2.23.136.1.1.1', '1.2.840.113549.1.7.2', '0.4.0.127.0.7.2.2.2', '2.999.3']) {
      expect(oidOf(readWhole(derOid(oid)))).toBe(oid);
    }
    expect(() => oidOf(read('06 00'))).toThrow('not valid');
    expect(() => oidOf(read('06 01 80'))).toThrow('not valid');
    expect(() => oidOf(read('06 09 81ffffffffffffff7f'))).toThrow('too large');
  });

  test('numbers are as short as possible, but for those of keys', () => {
    expect(hexOf(magnitudeOf(read('02 02 0080')))).toBe('80');
    for (const wrong of ['02 00', '02 01 80', '02 02 0001', '04 01 01'])
      expect(() => magnitudeOf(read(wrong))).toThrow();
    expect(hexOf(unsignedOf(read('02 01 80')))).toBe('80');
    expect(() => unsignedOf(read('02 01 00'))).toThrow('not valid');
    expect(() => smallIntegerOf(read('02 05 0100000000'))).toThrow('too large');
  });

  test('bit strings have whole bytes, or name their bits', () => {
    expect(hexOf(bytesOfBits(read('03 02 00 ff')))).toBe('ff');
    expect(() => bytesOfBits(read('03 02 01 fe'))).toThrow('whole bytes');
    expect([...setBitsOf(read('03 02 01 06'))]).toEqual([5, 6]);
    expect(() => setBitsOf(read('03 01 08'))).toThrow('not valid');
  });

  test.each([
    [TAG.utcTime, '490101000000Z', '2049-01-01T00:00:00.000Z'],
    [TAG.utcTime, '500101000000Z', '1950-01-01T00:00:00.000Z'],
    [TAG.utcTime, '2501010000Z', '2025-01-01T00:00:00.000Z'],
    [TAG.generalizedTime, '20250301120000+0130', '2025-03-01T10:30:00.000Z'],
    [TAG.generalizedTime, '20250301120000.5Z', '2025-03-01T12:00:00.000Z'],
    [TAG.generalizedTime, '00500301120000Z', '0050-03-01T12:00:00.000Z'],
  ])('tag %i with %s is %s', (tag, text, expected) => {
    expect(new Date(timeText(tag, text)).toISOString()).toBe(expected);
  });

  test.each([
    [TAG.utcTime, '20250101000000Z'],
    [TAG.generalizedTime, '250101000000Z'],
    [TAG.generalizedTime, '20251301000000Z'],
    [TAG.generalizedTime, '20250132000000Z'],
    [TAG.generalizedTime, '20250101250000Z'],
    [TAG.generalizedTime, '20250101000000'],
    [TAG.octetString, '20250101000000Z'],
  ])('tag %i with %s is no time', (tag, text) => {
    expect(() => timeText(tag, text)).toThrow('not valid');
  });
});

describe('indefinite lengths', () => {
  test('become definite, and octet strings one piece; other elements stay the same bytes', () => {
    const inside = hex('30 03 020101');
    const file = Buffer.concat([hex('30 80'), inside, hex('24 80 0401aa 0401bb 0000'), hex('0000')]);
    expect(hexOf(toDefinite(file))).toBe(hexOf(derOf(0x30, inside, derOf(0x04, hex('aabb')))));
    expect(toDefinite(inside).buffer).toBe(inside.buffer);
    expect(hexOf(toDefinite(hex('24 03 0401aa')))).toBe('0401aa');
  });

  test.each([
    ['30 80 020101', 'no end'],
    ['30 80 020101 0000 00', 'Bytes follow'],
    ['24 80 020101 0000', 'is none'],
    ['30 05 3080 0000 00', ''],
    ['3080'.repeat(40), 'too deep'],
  ])('%s is refused: %s', (bytes, why) => {
    expect(() => toDefinite(hex(bytes))).toThrow(why);
  });
});
