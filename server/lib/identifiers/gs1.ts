import { readCodes } from './codes.ts';
import { isGs1 } from './publications.ts';
import type { SchemeTable } from './scheme.ts';

/**
 * What follows each application identifier: N digits, X, Y and Z characters of GS1's sets 82, 39 and 64, as many as the number says
 * or, after two dots, up to it; K: digits whose last is GS1's check digit; D: a date, YYMMDD, its day perhaps 00; [] may be missing.
 */
const ELEMENTS = `
00,8017-8018 K18
402 K17
01-02 K14
410-417 K13
253 K13 [X..17]
255 K13 [N..12]
8003 K14 [X..16]
8006,8026 K14 N4
11-13,15-17,4326,7006 D6
4324-4325,7003 D6 N4
7007 D6 [N6]
7011 D6 [N4]
20,7241 N2
422,424,426 N3
3940-3943,8111 N4
3100-3105,3110-3115,3120-3125,3130-3135,3140-3145,3150-3155,3160-3165 N6
3200-3205,3210-3215,3220-3225,3230-3235,3240-3245,3250-3255,3260-3265,3270-3275,3280-3285,3290-3295 N6
3300-3305,3310-3315,3320-3325,3330-3335,3340-3345,3350-3355,3360-3365,3370-3375 N6
3400-3405,3410-3415,3420-3425,3430-3435,3440-3445,3450-3455,3460-3465,3470-3475,3480-3485,3490-3495 N6
3500-3505,3510-3515,3520-3525,3530-3535,3540-3545,3550-3555,3560-3565,3570-3575 N6
3600-3605,3610-3615,3620-3625,3630-3635,3640-3645,3650-3655,3660-3665,3670-3675,3680-3685,3690-3695 N6
3950-3955,8005 N6
7001 N13
8001 N14
4309 N20
7004 N..4
242 N..6
30,37 N..8
8019 N..10
8011 N..12
423,425,3900-3909,3920-3929 N..15
3910-3919,3930-3939 N3 N..15
421 N3 X..9
7030-7039 N3 X..27
7040 N1 X3
8008 N8 [N..4]
4330-4333 N6 [X1]
4321-4323 N1
4307,4317 X2
7010 X..2
427,7008 X..3
7009 X..10
7005 X..12
10,21-22,243,254,420,710-715,4308,4318,7020-7022,7240,8002,8012 X..20
7242,8013,8020 X..25
235 X..28
7230-7239 X2 X..28
240-241,250-251,400-401,403,4319,7002,7023,8004,90 X..30
8007 X..34
4300-4301,4310-4311,4320 X..35
8009 X..50
4302-4306,4312-4316,8110,8112,8200 X..70
91-99 X..90
8010 Y..30
8030 Z..90`;

const CLASSES: Readonly<Record<string, string>> = {
  N: '\\d',
  K: '\\d',
  D: '\\d',
  X: '[!"%-?A-Z_a-z]',
  Y: '[#/0-9A-Z-]',
  Z: '[\\w=-]',
};
const GROUP_NAMES: Readonly<Record<string, string>> = { K: '?<key>', D: '?<date>' };

const FORMS: ReadonlyMap<string, string> = new Map(
  ELEMENTS.trim()
    .split('\n')
    .flatMap((line) => {
      const [identifiers = '', ...parts] = line.split(' ');
      const form = parts.map(partForm).join('');
      return [...readCodes(identifiers)].map((identifier) => [identifier, form] as const);
    }),
);

function partForm(part: string): string {
  const [, kind = '', dots, length] = /([A-Z])(\.\.)?(\d+)/.exec(part) ?? [];
  const group = `(${GROUP_NAMES[kind] ?? '?:'}${CLASSES[kind]}{${dots ? '1,' : ''}${length}})`;
  return part.startsWith('[') ? `${group}?` : group;
}

/** Ends an element of variable length, as a scanner gives FNC1 out. */
const SEPARATOR = '\u001d';
/** The first two digits of elements that end by their length and need no separator (General Specifications, element strings with predefined length). */
const OF_KNOWN_LENGTH = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;

type Element = readonly [identifier: string, value: string];

/** Elements as people read them, (01)..., or as they are scanned; null where one has no known identifier. */
function readElements(text: string): Element[] | null {
  return text.startsWith('(') ? readBracketed(text) : readScanned(text);
}

function readBracketed(text: string): Element[] {
  const parts = text.split(/\((\d{2,4})\)/).slice(1);
  return Array.from({ length: parts.length / 2 }, (_, index) => [parts[2 * index] ?? '', parts[2 * index + 1] ?? '']);
}

function readScanned(text: string): Element[] | null {
  const elements: Element[] = [];
  let rest = text;
  while (rest !== '') {
    const identifier = [2, 3, 4].map((length) => rest.slice(0, length)).find((start) => FORMS.has(start));
    if (identifier === undefined) return null;
    const after = rest.slice(identifier.length);
    const value = OF_KNOWN_LENGTH.test(identifier)
      ? new RegExp(`^${FORMS.get(identifier)}`).exec(after)?.[0]
      : after.split(SEPARATOR, 1)[0];
    if (!value) return null;
    elements.push([identifier, value]);
    rest = after.slice(value.length).replace(new RegExp(`^${SEPARATOR}`), '');
  }
  return elements;
}

function isElement([identifier, value]: Element): boolean {
  const form = FORMS.get(identifier);
  const found = form === undefined ? null : new RegExp(`^${form}$`).exec(value);
  if (!found) return false;
  const { key, date } = found.groups ?? {};
  return (key === undefined || isGs1(key)) && (date === undefined || isDate(date));
}

function isDate(text: string): boolean {
  const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(text.slice(2, 4)) - 1] ?? -1;
  return Number(text.slice(4)) <= days;
}

/** What stands on goods and pallets: keys of products, parties and places, dates, quantities. */
export const GS1: SchemeTable = {
  gs1_128: {
    formOnly: true,
    source: 'GS1-128, GS1 General Specifications, section 3: application identifiers and what follows them.',
    separators: /\s/g,
    caseCounts: true,
    form: /^\S+$/,
    check: (text) => {
      const elements = readElements(text);
      return elements !== null && elements.length > 0 && elements.every(isElement);
    },
  },
};
