import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../server/lib/limits.ts';
import { WordFilter } from '../../../../server/registries/store/filter.ts';
import { hashText } from '../../../../server/registries/store/hash.ts';
import { findInPage, HashCollector } from '../../../../server/registries/store/hashes.ts';
import { decodePosting, PostingCollector } from '../../../../server/registries/store/postings.ts';
import { openRegisterFile } from '../../../../server/registries/store/read.ts';
import { createRegisterFile } from '../../../../server/registries/store/write.ts';
import type { RegisterRecord } from '../../../../server/registries/types.ts';
import { tempFolder } from '../../../support/folder.ts';

function companyOf(number: number): RegisterRecord {
  const company = {
    keys: [`GB:${number}`] as [string],
    number: String(number),
    identifiers: [],
    name: `Word${number} Same Ltd`,
    otherNames: [],
    country: 'GB',
    status: 'active' as const,
    statusText: null,
    legalForm: null,
    incorporatedOn: '2001-02-03',
    dissolvedOn: null,
    address: { text: '1 Line\nRoad', city: null, postalCode: 'X', country: 'GB' },
    activities: ['a', 'b'],
  };
  return { company };
}

describe('the postings of words', () => {
  it('come back as they were gathered, the words in order', () => {
    const collector = new PostingCollector();
    const companies = Array.from({ length: 100_000 }, (_, at) => at * 3);
    for (const company of companies) collector.add('many', company);
    for (const company of [0, 127, 128, 16_384, 2_097_152, 4_294_967_295]) collector.add('few', company);
    const taken = [...collector.take()].map(({ word, companies, bytes }) => ({
      word,
      companies,
      list: [...decodePosting(bytes, companies)],
    }));
    expect(taken.map(({ word, companies }) => [word, companies])).toEqual([
      ['few', 6],
      ['many', 100_000],
    ]);
    expect(taken[0]?.list).toEqual([0, 127, 128, 16_384, 2_097_152, 4_294_967_295]);
    expect(taken[1]?.list).toEqual(companies);
    expect([collector.size, ...collector.take()]).toEqual([0]);
  });

  it('are read up to a number of companies', () => {
    const collector = new PostingCollector();
    for (let company = 0; company < 10; company++) collector.add('word', company * 1_000);
    const [posting] = [...collector.take()];
    expect([...decodePosting(posting?.bytes ?? new Uint8Array(), 3)]).toEqual([0, 1_000, 2_000]);
  });
});

describe('hashes', () => {
  it('lead to every company of a text', () => {
    const collector = new HashCollector();
    for (let company = 0; company < 70_000; company++) collector.add(`text ${company % 35_000}`, company);
    const pages = [...collector.take()].map(({ first, bytes }) => ({ first, bytes: bytes.slice() }));
    expect(pages.map(({ first }) => first)).toEqual(pages.map(({ first }) => first).toSorted((a, b) => a - b));
    const found: number[] = [];
    for (const { bytes } of pages) findInPage(bytes, hashText('text 77'), found);
    expect(found).toEqual(expect.arrayContaining([77, 35_077]));
  });
});

describe('a filter of words', () => {
  it('has every word that was put into it, and few others', () => {
    const words = Array.from({ length: 10_000 }, (_, at) => `word${at}`);
    const filter = new WordFilter(WordFilter.of(words).bytes);
    expect(words.every((word) => filter.mayHave(word))).toBe(true);
    const others = words.filter((word) => filter.mayHave(`no${word}`));
    expect(others.length).toBeLessThan(400);
  });
});

describe('a register file', () => {
  it('of several segments is found in as a whole', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'r.db');
    const limits = LIMITS as { registerSegmentWords: number };
    const kept = limits.registerSegmentWords;
    limits.registerSegmentWords = 20;
    try {
      const writer = createRegisterFile(path);
      writer.add(Array.from({ length: 35 }, (_, at) => companyOf(at)));
      expect(writer.finish()).toEqual({ companies: 35, owners: 0, countries: ['GB'] });
    } finally {
      limits.registerSegmentWords = kept;
    }
    const file = openRegisterFile(path, 35);
    for (let number = 0; number < 35; number++) {
      expect(file.find(`GB:${number}`)).toContain(number);
      expect({ company: file.company(number) }).toEqual(companyOf(number));
    }
    const same = file.words(['same', 'none']);
    expect([same.length > 1, file.count('same'), file.count('none')]).toEqual([true, 35, 0]);
    expect(same.flatMap(({ id }) => [...file.posting(id, 100)]).sort((a, b) => a - b)).toEqual([...Array(35).keys()]);
    file.close();
  });

  it('is never written over another one', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'r.db');
    createRegisterFile(path).close();
    expect(() => createRegisterFile(path)).toThrow('EEXIST');
  });
});
