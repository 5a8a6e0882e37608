import { describe, expect, it } from 'vitest';
import { HAN_SKELETONS_MAX, hanSkeletons } from '../../../../../server/names/scripts/han-skeletons.ts';
import { SKELETONS_MAX, SYLLABIC_MAX, skeletons } from '../../../../../server/names/scripts/skeletons.ts';
import { toLatin } from '../../../../../server/names/scripts/to-latin.ts';
import { cpuMsOf } from '../../../../support/cpu-time.ts';

/** Whether each word of one name shares a skeleton with the word at the same place of the other, in some reading of both. */
function related(a: string, b: string): boolean {
  return toLatin(a).some((left) =>
    toLatin(b).some(
      (right) =>
        left.words.length === right.words.length &&
        left.words.every((word, at) => {
          const other = right.words[at] ?? word;
          const bones = skeletons(other.text, other.writing);
          return (
            word.writing !== other.writing && skeletons(word.text, word.writing).some((own) => bones.includes(own))
          );
        }),
    ),
  );
}

describe('skeletons', () => {
  it.each([
    ['mohammed', 'mhmd'],
    ['vladimir', 'pldmr'],
    ['wright', 'rt'],
    ['campbell', 'kmpl'],
    ['schumacher', 'smsr'],
    ['xavier', 'spr'],
    ['alex', 'alks'],
    ['george', 'srs'],
    ['guggenheim', 'kknm'],
  ])('%s begins with %s', (text, expected) => {
    expect(skeletons(text, '')[0]).toBe(expected);
  });

  it('reads doubtful letters in each of their ways', () => {
    expect(skeletons('jens', '')).toEqual(expect.arrayContaining(['sns', 'ans']));
    expect(skeletons('gerd', '')).toEqual(expect.arrayContaining(['srd', 'krd']));
    expect(skeletons('bach', '')).toEqual(expect.arrayContaining(['ps', 'pk']));
    expect(skeletons('lewandowski', '')).toEqual(expect.arrayContaining(['lndsk', 'lpndpsk']));
    expect(skeletons('kohl', '')).toEqual(expect.arrayContaining(['kl', 'khl']));
    expect(skeletons('thibault', '')).toEqual(expect.arrayContaining(['tplt', 'tp']));
    expect(skeletons('milosevic', '')).toEqual(expect.arrayContaining(['mlspk', 'mlsps']));
    expect(skeletons('portia', '')).toEqual(expect.arrayContaining(['prt', 'prs']));
  });

  it('takes no more of them than its bounds, one of them for the scripts of syllables', () => {
    for (const text of ['schwarzenegger', 'wladimirowitsch', 'jorge', 'christopher', 'hjelmgaard']) {
      const own = skeletons(text, '');
      expect(own.filter((bones) => /^[^eA-Z]/.test(bones)).length).toBeLessThanOrEqual(SKELETONS_MAX);
      expect(own.length).toBeLessThanOrEqual(SKELETONS_MAX + SYLLABIC_MAX + HAN_SKELETONS_MAX);
      expect(new Set(own).size).toBe(own.length);
    }
  });

  it.each([
    ['kelisidi', 'christie'],
    ['kasiweier', 'carswell'],
    ['maji', 'markey'],
    ['dengqier', 'denzil'],
    ['saermengde', 'salmond'],
  ])('brings the pinyin %s of a foreign name and %s together', (pinyin, latin) => {
    expect(hanSkeletons(pinyin, true).some((bones) => skeletons(latin, '').includes(bones))).toBe(true);
    expect(skeletons(pinyin, 'x')).toEqual(expect.arrayContaining(hanSkeletons(pinyin, true)));
    expect(hanSkeletons('', true)).toEqual([]);
  });

  it('has none of an initial, of figures, of other text', () => {
    for (const text of ['', 'a', '1a2', '42', 'é', 'A']) expect(skeletons(text, 'a')).toEqual([]);
  });

  it.each([
    ['محمد', 'Mohammed'],
    ['محمد', 'Muhamad'],
    ['بوتين', 'Putin'],
    ['بوتين', 'Poutine'],
    ['فلاديمير', 'Vladimir'],
    ['فلاديمير', 'Wladimir'],
    ['ولادیمیر پوتین', 'Vladimir Putin'],
    ['جورج', 'George'],
    ['جمال', 'Gamal'],
    ['هاوارد', 'Howard'],
    ['شوارزنيجر', 'Schwarzenegger'],
    ['کوین', 'Kevin'],
    ['اسپنسر', 'Spencer'],
    ['فتحي', 'Fathi'],
    ['رضا', 'Reza'],
    ['ذاكر', 'Zakir'],
    ['خواكين', 'Joaquin'],
    ['نتنیاهو', 'Netanyahu'],
    ['בנימין נתניהו', 'Benjamin Netanyahu'],
    ['פוטין', 'Putin'],
    ["ג'ורדן", 'Jordan'],
    ['כהן', 'Cohen'],
    ['יצחק', 'Yitzhak'],
    ['אנג׳לה מרקל', 'Angela Merkel'],
    ['Джонсон', 'Johnson'],
    ['Шварценеггер', 'Schwarzenegger'],
    ['Говард', 'Howard'],
    ['Хименес', 'Jiménez'],
    ['Τζόνσον', 'Johnson'],
    ['Τσώρτσιλ', 'Churchill'],
    ['शेक्सपीयर', 'Shakespeare'],
    ['マクドナルド', 'McDonald'],
    ['ロバート', 'Robert'],
    ['スミス', 'Smith'],
    ['ハリス', 'Harris'],
    ['로버트', 'Robert'],
    ['스미스', 'Smith'],
  ])('%s may be %s', (foreign, latin) => {
    expect(related(foreign, latin)).toBe(true);
    expect(related(latin, foreign)).toBe(true);
  });

  it.each([
    ['محمد', 'Mahmoud Ali'],
    ['بوتين', 'Biden'],
    ['عمر', 'Karim'],
    ['أحمد', 'Emad'],
    ['חיים', 'Moshe'],
    ['Путин', 'Pushkin'],
    ['ロバート', 'Richard'],
  ])('%s is not %s', (foreign, latin) => {
    expect(related(foreign, latin)).toBe(false);
  });

  it('relates the common spellings of one name to its abjad form by the same skeleton, always', () => {
    const bones = skeletons('hussein', 'a');
    for (const text of ['hussein', 'husain', 'hossein', 'husseyn', 'hoseyn']) {
      expect(bones.some((own) => skeletons(text, '').includes(own))).toBe(true);
    }
    expect(skeletons('hussein', 'a')).toEqual(bones);
  });

  it.each(['a', 'na', 'un', 'ununjong'])('a long word of %s that is none of syllables takes no time', (syllable) => {
    expect(cpuMsOf(() => skeletons(`${syllable.repeat(60)}gl`, ''))).toBeLessThan(1_000);
  });
});
