import { expect, test } from 'vitest';
import { transliterate } from '../../../server/names/written/transliterate.ts';

test.each([
  // ICAO Doc 9303 part 3 section 6 B: the general rule.
  ['КВИЛЬМАРШ', undefined, 'KVILMARSH'],
  ['Щукин-Подъячев Ёж', undefined, 'SHCHUKIN-PODIEIACHEV EZH'],
  ['ЮЛИЙ ЦЫХ', 'RU', 'IULII TSYKH'],
  // Exceptions by the issuer, or else by letters that only one language has.
  ['ГАННА', 'UA', 'HANNA'],
  ['ГАННА', undefined, 'GANNA'],
  ['ЮРІЙ ЯЄЦЬ', undefined, 'YURII YAIETS'],
  ["В'ЯЧЕСЛАВ ГНАТЮК", 'UA', 'VIACHESLAV HNATIUK'],
  ['ЂОРЂЕ ЖИВКОВИЋ', undefined, 'DORDE ZIVKOVIC'],
  ['ШАЦ', 'RS', 'SAC'],
  ['ЃОРЃИ ЌОСЕВ', undefined, 'GJORGJI KJOSEV'],
  ['РЫГОР ЎСАЎ', undefined, 'RYHOR USAU'],
  ['ЩЕРЕВ', 'BG', 'SHTEREV'],
  // ELOT 743.
  ['ΚΑΡΑΜΑΡΣΗΣ', 'GR', 'KARAMARSIS'],
  ['Ευάγγελος Αυγερινός', undefined, 'EVANGELOS AVGERINOS'],
  ['ΕΥΘΥΜΙΑ ΛΑΜΠΡΟΥ', undefined, 'EFTHYMIA LAMPROU'],
  ['ΜΠΕΝΑΚΗΣ ΟΥΡΑΝΙΑ', undefined, 'BENAKIS OURANIA'],
  ['Ζαΐμης Πραΰς', undefined, 'ZAIMIS PRAYS'],
  ['Άυλος', undefined, 'AYLOS'],
])('%s of %s is %s', (name, country, latin) => {
  expect(transliterate(name, country)).toBe(latin);
});

test.each(['สมชาย', 'ӘЛИЯ', '王小明', 'ЗОЛКИНА ZOLKINA', 'Anna', '', '12'])('%s has no table', (name) => {
  expect(transliterate(name)).toBeNull();
});
