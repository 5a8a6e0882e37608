const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const ORDINALS =
  '- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth';
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety';
const ROMAN = '- i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx';

function numbered(words: string, step: number): [string, number][] {
  return words
    .split(' ')
    .map((word, at): [string, number] => [word, at * step])
    .filter(([word]) => word !== '-');
}

/** Numbers and ordinals in English words, up to twenty. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([...numbered(UNITS, 1), ...numbered(ORDINALS, 1)]);
/** Whole tens, which a unit may follow. */
export const TENS_WORDS: ReadonlyMap<string, number> = new Map(numbered(TENS, 10));
export const ROMAN_NUMBERS: ReadonlyMap<string, number> = new Map(numbered(ROMAN, 1));
