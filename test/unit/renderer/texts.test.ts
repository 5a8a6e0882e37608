import { describe, expect, it } from 'vitest';
import { en } from '../../../renderer/text/en.ts';
import { fr } from '../../../renderer/text/fr.ts';
import { pseudo } from '../../../renderer/text/pseudo.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { plainTexts } from './text/plain-texts.ts';
import { consoleCode, consoleTexts, isNode, parse, walk } from './text/sources.ts';
import { unusedKeys } from './text/used-keys.ts';

const KEYS = Object.keys(en) as (keyof typeof en)[];
const placesOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

describe('the text tables', () => {
  it('say the same things in each language, with the same places to fill', () => {
    expect(Object.keys(fr).toSorted()).toEqual(KEYS.toSorted());
    const differ = KEYS.filter((key) => placesOf(en[key]).join() !== placesOf(fr[key]).join());
    expect(differ.map((key) => `${key}: ${en[key]} | ${fr[key]}`)).toEqual([]);
    const empty = KEYS.filter((key) => en[key].trim() === '' || fr[key].trim() === '');
    expect(empty).toEqual([]);
  });

  it('have one place alone for each key', () => {
    const all = sections().flat();
    expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([]);
    expect(all.toSorted()).toEqual(KEYS.filter((key) => !key.startsWith('finding.')).toSorted());
  });

  it('have a form for one and another for more, each with the same places, in both languages or in none', () => {
    // One form may omit its number: every hour, every 2 hours.
    const formsOf = (text: string): string[] =>
      text
        .replaceAll('{count}', '')
        .split('|')
        .map((form) => placesOf(form).join());
    const differ = KEYS.filter((key) => formsOf(en[key]).length !== formsOf(fr[key]).length);
    const odd = KEYS.filter((key) => new Set(formsOf(en[key])).size > 1 || new Set(formsOf(fr[key])).size > 1);
    expect({ differ, odd }).toEqual({ differ: [], odd: [] });
  });

  it('keep their places in the pseudo-locale', () => {
    for (const key of KEYS) expect(placesOf(pseudo(en[key]))).toEqual(placesOf(en[key]));
  });

  it('hold nothing that no screen asks for', inWholeRunAlone('1 s'), () => {
    expect(unusedKeys(KEYS, consoleCode())).toEqual([]);
  });
});

describe('the screens', () => {
  it('say nothing that does not stand in the tables', inWholeRunAlone('1 s'), () => {
    expect(consoleCode().flatMap(plainTexts)).toEqual([]);
  });
});

describe('the search for plain texts', () => {
  const found = (code: string) => plainTexts(parse('a.tsx', code)).map((line) => line.replace(/^.*?: /, ''));

  it.each([
    ['<p>Hello there</p>', ['"Hello there"']],
    ['<p>{ok ? "Yes" : t("no.key")}</p>', ['"Yes"']],
    ['<p>{ok && `all $' + '{n} done`}</p>', ['"all"', '"done"']],
    ['<input placeholder="Name" />', ['"Name"']],
    ['<Field label={"Login"} hint={t("a.b")}>{x}</Field>', ['"Login"']],
    ['toast("Saved")', ['"Saved"']],
    ['<p class="big">{t("a.b")} · {n} <kbd>j</kbd></p>', []],
    ['<Option name="place" id="somewhere">{t(ok ? "a.b" : "a.c")}</Option>', []],
  ])('%s', (code, expected) => {
    expect(found(code)).toEqual(expected);
  });
});

describe('the search for unused keys', () => {
  const used = (code: string, keys: string[]) => unusedKeys(keys, [parse('a.tsx', code)]);

  it('knows whole keys, and keys that are put together', () => {
    expect(used('t("a.b"); plural("a.n", 2)', ['a.b', 'a.n', 'a.c'])).toEqual(['a.c']);
    expect(used('t(`status.$' + '{s}`)', ['status.pending', 'stat.us'])).toEqual(['stat.us']);
    expect(used('const kind = "list"; t(`$' + '{kind}.intro`)', ['list.intro', 'pile.intro'])).toEqual(['pile.intro']);
    expect(used('textFor("reason." + code)', ['reason.x'])).toEqual([]);
    expect(used('const f = (a, b) => t(`$' + '{a}.$' + '{b}`); f("doc", "x")', ['doc.x', 'dog.x'])).toEqual(['dog.x']);
  });
});

/** The keys of each file of English texts, except for those of findings, which are the appliance's own sentences. */
function sections(): string[][] {
  return consoleTexts('en').map(({ program }) => {
    const keys: string[] = [];
    walk(program, ({ type, key }) => {
      if (type === 'Property' && isNode(key)) keys.push(String(key['value'] ?? key['name']));
    });
    return keys.filter((key) => !key.startsWith('finding.'));
  });
}
