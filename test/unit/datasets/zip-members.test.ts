import { expect, test } from 'vitest';
import { hasMember, openMembers } from '../../../server/datasets/zip-members.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { listFile, refusalOf } from '../screening/formats/list-file.ts';
import { zip } from '../screening/formats/spreadsheets.ts';

async function readAll(bytes: Buffer): Promise<string[]> {
  const texts: string[] = [];
  for (const member of (await openMembers(listFile('a.zip', bytes))).values()) {
    for await (const chunk of member.open() as AsyncIterable<Buffer>) texts.push(chunk.toString());
  }
  return texts;
}

test('members are read one by one', async () => {
  const bytes = await zip({ 'a.xml': '<a/>', 'b/c.xml': '<c/>' });
  expect(await readAll(bytes)).toEqual(['<a/>', '<c/>']);
  expect(hasMember(listFile('a.zip', bytes), 'b/c.xml')).toBe(true);
  expect(hasMember(listFile('a.zip', bytes), 'd.xml')).toBe(false);
  expect(hasMember(listFile('a.txt', 'b/c.xml'), 'b/c.xml')).toBe(false);
});

/** The start of the archive's directory record of its first member. */
const RECORD = Buffer.from('PK\u0001\u0002');

test('what is encrypted, damaged, or says to be smaller than it is, is refused', async () => {
  const text = 'x'.repeat(1_000);
  const encrypted = await zip({ 'a.xml': text });
  encrypted.writeUInt16LE(1, encrypted.indexOf(RECORD) + 8);
  expect(await refusalOf(readAll(encrypted))).toContain('a.zip: it is encrypted or uses an unsupported compression.');
  const damaged = await zip({ 'a.xml': text });
  damaged.writeUInt32LE(1, damaged.indexOf(RECORD) + 16);
  expect(await refusalOf(readAll(damaged))).toContain('a.zip: a.xml in it is damaged.');
  const bomb = await zip({ 'a.xml': text });
  bomb.writeUInt32LE(10, bomb.indexOf(RECORD) + 24);
  expect(await refusalOf(readAll(bomb))).toContain('a.zip: the archive is damaged or cut off.');
});

test('an archive has no more members and bytes than a list may have', inWholeRunAlone('1 s'), async () => {
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`${index}.xml`, '']));
  expect(await refusalOf(readAll(await zip(many)))).toContain('a.zip: it contains more than 1000 files.');
  const large = Buffer.alloc(LIMITS.listArchiveBytesMax + 1);
  expect(await refusalOf(readAll(large))).toContain(`a.zip: it is larger than ${LIMITS.listArchiveBytesMax} bytes.`);
});
