import { addressBlock, CITY_LINE, namesOf, trimmed } from './american-address.ts';
import { readAmericanDate } from './american-dates.ts';
import { AMERICAN_ISSUERS, type AmericanIssuer } from './american-issuers.ts';
import { timesOf } from './american-times.ts';
import type { Candidate } from './candidates.ts';
import { fold } from './fold.ts';
import { type PlacedWord, runsOf, type Segment, segmentOf } from './segments.ts';

const CARD_WORDS =
  /\b(?:driver ?s? licen[cs]e|licen[cs]e|identification card|driver|permis de conduire|not for federal identification)\b/;
/** Labels of which an American card has many, and other documents few. */
const LABELS_OF_CARDS = [
  'class',
  'end',
  'rest',
  'restr',
  'hgt',
  'wgt',
  'eyes',
  'hair',
  'dob',
  'exp',
  'iss',
  'dd',
  'usa',
  'donor',
];
const LABELS_MIN = 4;
const ISSUER_FIT = 0.97;
const SEX_FIT = 0.97;
/** A letter alone, without a readable label. */
const LONE_SEX_FIT = 0.8;

/**
 * Returns the fields of a driver's licence or identification card of the United States or Canada, from the 2000s and later. They have no fixed order
 * and labels too small to read with confidence, but the same meaning everywhere (AAMVA DL/ID Card Design Standard 2020, annex A): an address of one
 * form, names above it, three dates in the order of a life, a number in the issuer's form. Returns null if the page is no such card.
 *
 * @param segments of the page, in reading order
 */
export function americanFields(segments: readonly Segment[]): Candidate[] | null {
  const text = textOf(segments);
  const labels = labelsIn(text);
  if (!CARD_WORDS.test(text) && labels < LABELS_MIN) return null;
  const lines = segments.map(trimmed);
  const city = lines.find(({ text: line }) => CITY_LINE.test(line)) ?? null;
  const issuer = issuerOf(text, city, segments);
  if (issuer === null && labels < LABELS_MIN) return null;
  const block = addressBlock(city, lines);
  return [
    ...namesOf(block, lines, segments),
    ...timesOf(segments),
    ...sexOf(segments),
    ...numbersOf(segments, issuer, block.lines),
    ...countryOf(issuer, segments, city),
  ];
}

/**
 * Returns the type of a card with this many such labels: a licence, unless it names itself an identification card. Returns null
 * if the page has too few labels.
 */
export function americanType(segments: readonly Segment[]): 'driving_license' | 'national_id' | null {
  const text = textOf(segments);
  if (labelsIn(text) < LABELS_MIN) return null;
  return /\b(?:identification card|identification ca|nondriver|non driver|id card)\b/.test(text)
    ? 'national_id'
    : 'driving_license';
}

const textOf = (segments: readonly Segment[]): string => ` ${fold(segments.map(({ text }) => text).join(' '))} `;
const labelsIn = (text: string): number => LABELS_OF_CARDS.filter((label) => text.includes(` ${label} `)).length;

/** Finds the issuer by the state of the address, or the printed name, or the code alone. */
function issuerOf(text: string, city: Segment | null, segments: readonly Segment[]): AmericanIssuer | null {
  const match = city && CITY_LINE.exec(city.text);
  const code = match?.[2] ?? match?.[5];
  // West Virginia goes before Virginia. An address with DC is not in the state of Washington.
  const named = AMERICAN_ISSUERS.flatMap((issuer) =>
    issuer.names.filter((name) => text.includes(` ${name} `)).map((name) => ({ issuer, length: name.length })),
  ).toSorted((a, b) => b.length - a.length)[0]?.issuer;
  const alone = new Set(segments.flatMap(({ words }) => words.map((word) => word.text)));
  const byCode = AMERICAN_ISSUERS.find((issuer) => issuer.code === code);
  const byItself = alone.has('USA') ? AMERICAN_ISSUERS.find((issuer) => alone.has(issuer.code)) : undefined;
  return byCode ?? named ?? byItself ?? null;
}

/**
 * Returns the issuer's country, with the printed text that shows it: the issuer's name, the mark of the card or the address. If
 * the issuer is not known, the mark's country.
 */
function countryOf(issuer: AmericanIssuer | null, segments: readonly Segment[], city: Segment | null): Candidate[] {
  const marked = segments.find(({ words }) => words.some(({ text }) => text === 'USA'));
  const named = segments.find(({ text }) => issuer?.names.some((name) => ` ${fold(text)} `.includes(` ${name} `)));
  const print = named ?? marked ?? (issuer && city);
  return print
    ? [
        {
          field: 'issuing_country',
          value: issuer?.country ?? 'US',
          reader: 'layout',
          fit: ISSUER_FIT,
          words: print.words,
        },
      ]
    : [];
}

/**
 * Returns the sex after its label, whose S may be read as a 5 and may touch the letter. Otherwise returns the only single letter,
 * unless it is a class, which may be M too.
 */
function sexOf(segments: readonly Segment[]): Candidate[] {
  for (const { text, words } of segments) {
    const match = /[S5][EÉ]X[EO]?\s*[:.]?\s*([MFX])(?![\p{L}])/u.exec(text.toUpperCase());
    const holder = words.findLast((word) => word.text.toUpperCase().endsWith(match?.[1] ?? ' '));
    if (match?.[1])
      return [{ field: 'sex', value: match[1], reader: 'layout', fit: SEX_FIT, words: holder ? [holder] : words }];
  }
  const alone = segments.flatMap(({ words }) =>
    words.filter(({ text }, i) => /^[MF]$/.test(text) && !/^(?:class|type|end)/.test(fold(words[i - 1]?.text ?? ''))),
  );
  const [only] = alone;
  return only && alone.length === 1
    ? [{ field: 'sex', value: only.text, reader: 'alone', fit: LONE_SEX_FIT, words: segmentOf([only]).words }]
    : [];
}

const NUMBER_LABEL = /\b(?:dl|dln|ol|0l|lic|id|no|number|identifier|4d|4a|44|40|ad|adlno|uscis)\b/;
/** Forms that apply if the issuer is not known. */
const ANY_NUMBER = '999999999, A99999999, A9999999, 99999999, 9999999, 999999999999, A999999999999';
/** Letters that are read for digits, and the reverse. */
const AS_FIGURE: Record<string, string> = { O: '0', D: '0', Q: '0', I: '1', L: '1', Z: '2', S: '5', B: '8', G: '6' };
const AS_LETTER: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '8': 'B', '6': 'G' };
/** A number in the issuer's form is certain after its label, or if there is no other. A repaired one is not. */
const LABELLED_FIT = 0.97;
const ONLY_FIT = 0.95;
const UNSURE_FIT = 0.8;
/** Of several such numbers the largest printed one is likelier. */
const SMALLER_FIT = 0.75;

/** Returns numbers in the issuer's form: those with a label before the others, then the largest printed ones. */
function numbersOf(
  segments: readonly Segment[],
  issuer: AmericanIssuer | null,
  block: readonly Segment[],
): Candidate[] {
  const forms = (issuer?.numbers ?? ANY_NUMBER).split(', ');
  const inAddress = new Set(block.flatMap(({ words }) => words));
  const found = segments.flatMap((segment) => {
    const words = segment.words.filter((word) => !inAddress.has(word));
    if (/\b(?:dd|rev)\b/.test(fold(segment.text))) return [];
    return runsOf(words).flatMap((run) => {
      const text = run.map((word) => word.text).join('');
      const number = readAmericanDate(text) ? null : inForm(text, forms);
      if (!number) return [];
      const isLabelled = NUMBER_LABEL.test(fold(textBefore(segment, run)));
      if (!isLabelled && (number.repaired || issuer === null)) return [];
      return [{ ...number, run, isLabelled, height: Math.max(...run.map(({ box }) => box.height)) }];
    });
  });
  const isOnly = new Set(found.map(({ value }) => value)).size === 1;
  const largest = Math.max(...found.map(({ height }) => height));
  return found.map(({ value, repaired, run, isLabelled, height }): Candidate => {
    const unsure = height === largest ? UNSURE_FIT : SMALLER_FIT;
    const fit = repaired ? unsure : isLabelled ? LABELLED_FIT : isOnly ? ONLY_FIT : unsure;
    return { field: 'document_number', value, reader: 'layout', fit, words: run };
  });
}

/** Returns the number as its form has it, without spaces and dashes, or null if it matches none of the forms. */
function inForm(text: string, forms: readonly string[]): { value: string; repaired: boolean } | null {
  const bare = text.replace(/^[^A-Z0-9]+|[^A-Z0-9]+$/g, '').replace(/[\s-]/g, '');
  if (!/^[A-Z0-9]{5,}$/.test(bare)) return null;
  const fits = (value: string, form: string): boolean =>
    value.length === form.length && [...form].every((kind, i) => /\d/.test(value[i] ?? '') === (kind === '9'));
  if (forms.some((form) => fits(bare, form))) return { value: bare, repaired: false };
  for (const form of forms.filter(({ length }) => length === bare.length)) {
    const value = [...form].map((kind, i) => putRight(bare[i] ?? '', kind)).join('');
    if (fits(value, form)) return { value, repaired: true };
  }
  return null;
}

const putRight = (sign: string, kind: string): string => (kind === '9' ? AS_FIGURE[sign] : AS_LETTER[sign]) ?? sign;

function textBefore({ words }: Segment, [first]: readonly PlacedWord[]): string {
  const at = first ? words.indexOf(first) : 0;
  return words
    .slice(0, Math.max(0, at))
    .map(({ text }) => text)
    .join(' ');
}
