import { expect, test } from 'vitest';
import { LIST_FORMATS } from '../../../../server/screening/formats/all.ts';
import { sampleOf } from '../../../support/long.ts';
import { listFile, readList, refusalOf } from './list-file.ts';
import { US_TEXTS, WORLD_TEXTS } from './samples.ts';

/** Words that a careless lookup finds in any table, and a word like any other. */
const INHERITED = ['constructor', '__proto__'];
const OTHER = 'unheard';
/** Also when cut to the length of a date, or made a key. */
const WRITTEN = /constructor?|__proto__|proto/g;

test.each(Object.entries({ ...US_TEXTS, ...WORLD_TEXTS }))(
  '%s with a word in it that every object inherits is read or refused as with any other word',
  async (name, text) => {
    const format = LIST_FORMATS.find((candidate) => candidate.recognises([listFile(name, text)]));
    if (!format) throw new Error(`${name} is of no form`);
    for (const { 0: word, index } of sampleOf(`words of ${name}`, [...text.matchAll(/\w+/g)], 8)) {
      const readWith = (put: string) =>
        readList(format, [listFile(name, text.slice(0, index) + put + text.slice(index + word.length))]);
      const refusal = await refusalOf(readWith(OTHER));
      for (const inherited of INHERITED) {
        const where = `${inherited} for ${word}`;
        expect(await refusalOf(readWith(inherited)), where).toBe(refusal.replaceAll(OTHER, inherited));
        if (refusal !== 'it was read') continue;
        const { entries } = await readWith(inherited);
        // Entries are stored as JSON, which has no functions.
        const stored = JSON.stringify(entries);
        expect(JSON.parse(stored), where).toEqual(entries);
        expect(stored.replace(WRITTEN, OTHER), where).toBe(JSON.stringify((await readWith(OTHER)).entries));
      }
    }
  },
);
