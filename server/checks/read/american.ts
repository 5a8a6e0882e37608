import type { Box } from '../../../models/ports.ts';
import { type AmericanDate, readAmericanDate } from './american-dates.ts';
import { AMERICAN_ISSUERS, type AmericanIssuer } from './american-issuers.ts';
import { type Evidence, evidenceOf, unsure } from './evidence.ts';
import { fold } from './fold.ts';
import { type PlacedWord, type Segment, segmentOf } from './segments.ts';

type AmericanField =
  | 'last_name'
  | 'first_name'
  | 'document_number'
  | 'date_of_birth'
  | 'issue_date'
  | 'expiry_date'
  | 'sex'
  | 'address';
export type AmericanFields = Partial<Record<AmericanField, Evidence>>;

const MS_PER_YEAR = 365.25 * 24 * 3600 * 1000;
/** Nobody is licensed younger; no licence or card lasts longer. */
const AGE_YEARS_MIN = 13;
const VALID_YEARS_MAX = 12;
const AGE_YEARS_MAX = 110;
/** Lines of an address or of names follow each other within so many heights, and start at the same edge within so many. */
const LINE_GAP_HEIGHTS = 1.9;
const NAME_GAP_HEIGHTS = 2.6;
const EDGE_HEIGHTS = 3;
const ADDRESS_LINES_MAX = 4;
const NAME_LINES_MAX = 3;

const CARD_WORDS =
  /\b(?:driver ?s? licen[cs]e|licen[cs]e|identification card|driver|permis de conduire|not for federal identification)\b/;
const CITY_LINE =
  /^[A-Z]\d[A-Z] ?\d[A-Z]\d$|^(.*\p{L}{2}.*?)[\s,.]+([A-Z]{2})[\s,.]+(\d{5}(?:\s?-\s?\d{3,5})?)\b|^(.*\p{L}{2}.*?)[\s,.]+([A-Z]{2})[\s,.]+([A-Z]\d[A-Z] ?\d[A-Z]\d)\b/u;
/** Of which a card has many, and other documents few. */
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
/** A word of a card that is no name, folded. */
const CARD_LABELS = new Set(
  (
    'driver drivers license licence identification card usa dl dln id class end endorsements rest restr restrictions none ' +
    'dob exp iss issued expires sex hgt wgt eyes hair donor veteran organ height weight dd rev customer identifier number no ' +
    'not for federal governor state commissioner address family name given names date of birth limits apply'
  ).split(' '),
);

/**
 * The fields of a driver's licence or identification card of the United States or Canada, of the 2000s and later. They stand in no fixed order,
 * beside labels too small to be read surely, and mean the same everywhere (AAMVA DL/ID Card Design Standard 2020, annex A): an address of
 * one form, names above it, three dates in the order of a life, a number in a form of the issuer's own. Null: the page is none.
 *
 * @param segments of the page, in reading order
 */
export function readAmerican(segments: readonly Segment[]): AmericanFields | null {
  const text = textOf(segments);
  const labels = labelsIn(text);
  if (!CARD_WORDS.test(text) && labels < LABELS_MIN) return null;
  const lines = segments.map(trimmed);
  const city = lines.find(({ text: line }) => CITY_LINE.test(line)) ?? null;
  const issuer = issuerOf(text, city, segments);
  if (issuer === null && labels < LABELS_MIN) return null;
  const block = city ? addressAbove(city, lines) : [];
  const dates = datesOf(segments);
  return {
    ...namesOf(block, lines, segments),
    ...(block.length > 0 && { address: addressOf(block) }),
    ...timesOf(dates),
    ...sexOf(segments),
    ...numberOf(segments, issuer, block),
  };
}

/** What a card of so many labels is: other cards are called a card for identification. Null: the page has too few of them. */
export function americanType(segments: readonly Segment[]): 'driving_license' | 'national_id' | null {
  const text = textOf(segments);
  if (labelsIn(text) < LABELS_MIN) return null;
  return /\b(?:identification card|identification ca|nondriver|non driver|id card)\b/.test(text)
    ? 'national_id'
    : 'driving_license';
}

const textOf = (segments: readonly Segment[]): string => ` ${fold(segments.map(({ text }) => text).join(' '))} `;
const labelsIn = (text: string): number => LABELS_OF_CARDS.filter((label) => text.includes(` ${label} `)).length;

/** By the state of the address, else the name that is printed, else its code by itself. */
function issuerOf(text: string, city: Segment | null, segments: readonly Segment[]): AmericanIssuer | null {
  const match = city && CITY_LINE.exec(city.text);
  const code = match?.[2] ?? match?.[5];
  // West Virginia before Virginia; and whose address says DC is not the state of Washington.
  const named = AMERICAN_ISSUERS.flatMap((issuer) =>
    issuer.names.filter((name) => text.includes(` ${name} `)).map((name) => ({ issuer, length: name.length })),
  ).toSorted((a, b) => b.length - a.length)[0]?.issuer;
  const alone = new Set(segments.flatMap(({ words }) => words.map((word) => word.text)));
  const byCode = AMERICAN_ISSUERS.find((issuer) => issuer.code === code);
  const byItself = alone.has('USA') ? AMERICAN_ISSUERS.find((issuer) => alone.has(issuer.code)) : undefined;
  return byCode ?? named ?? byItself ?? null;
}

/** Without the number of the field, and the marks that it is read for, before the first word. */
function trimmed(segment: Segment): Segment {
  const from = segment.words.findIndex(({ text }) => /\p{L}{2}|\d{2}|^\p{L}$/u.test(text) && !/^[|\\/ıl]$/.test(text));
  return from <= 0 ? segment : segmentOf(segment.words.slice(from));
}

/** The lines of the address, top first: the city's, and those that stand right above it up to the street's. */
function addressAbove(city: Segment, lines: readonly Segment[]): Segment[] {
  const block = [city];
  for (let above = lineAbove(city, lines); above && block.length < ADDRESS_LINES_MAX; above = lineAbove(above, lines)) {
    block.unshift(above);
    if (/\d+\s?\S*\s+\p{L}{2}|^[8B]?\s?R\.?\s?R|\bbox\b/iu.test(above.text)) return block;
    const isCity = block.length === 2 && /^[A-Z]\d[A-Z]/.test(city.text);
    if (!isCity && /^\p{Lu}\p{L}+$/u.test(above.text)) break;
  }
  return block.length > 1 ? block.slice(-2) : block;
}

/** The nearest line above with the same edge. */
function lineAbove(of: Segment, lines: readonly Segment[], gapMax = LINE_GAP_HEIGHTS): Segment | null {
  const { box } = of;
  const near = lines.filter((line) => {
    if (!/\p{L}{2}|\d{2}/u.test(line.text)) return false;
    const gap = box.y - line.box.y;
    const height = Math.max(box.height, line.box.height);
    return gap > box.height / 2 && gap < gapMax * height && Math.abs(line.box.x - box.x) < EDGE_HEIGHTS * height;
  });
  return near.toSorted((a, b) => b.box.y - a.box.y)[0] ?? null;
}

function addressOf(block: readonly Segment[]): Evidence {
  const [first, ...rest] = block.map(({ text }) => text);
  // The number of the field (AAMVA: 8) before that of the house.
  const street = (first ?? '').replace(/^[8B&][.:]?\s+(?=\d|R)|^\d\.(?=\d)/, '').replace(/\s*[—|_-]+$/, '');
  return evidenceOf(
    [street, ...rest].join(' '),
    block.flatMap(({ words }) => words),
  );
}

/** Above the address: the family name, and below it the given ones, unless numbers or letters beside them say otherwise. */
function namesOf(block: readonly Segment[], lines: readonly Segment[], segments: readonly Segment[]): AmericanFields {
  const told = toldNames(lines);
  const [street] = block;
  if (!street || (told.last_name && told.first_name)) return told;
  const names: Segment[] = [];
  let from = street;
  const next = (line: Segment): Segment | null => lineAbove(line, lines, NAME_GAP_HEIGHTS);
  for (let above = next(from); above && names.length < NAME_LINES_MAX; above = next(from)) {
    from = above;
    if (!isName(above.text)) break;
    names.unshift(above);
  }
  const [top, below] = names.slice(-2);
  if (top && below) {
    const [last, first] =
      numberOfField(top, segments) === '2' || numberOfField(below, segments) === '1' ? [below, top] : [top, below];
    return { last_name: nameOf(last), first_name: nameOf(first), ...told };
  }
  if (!top) return told;
  const words = wordsOfName(top);
  const last = words.at(-1);
  if (words.length < 2 || !last) return told;
  return { last_name: unsure(named([last])), first_name: unsure(named(words.slice(0, -1))), ...told };
}

/** California and others print LN and FN before them. */
function toldNames(lines: readonly Segment[]): AmericanFields {
  const [last, first] = ['LN', 'FN'].map((label) => {
    const line = lines.find(({ text }) => new RegExp(`^${label}\\s?\\p{Lu}{2,}`, 'u').test(text));
    const words = line?.words.map((word) => ({ ...word, text: word.text.replace(new RegExp(`^${label}`), '') }));
    return words && named(words.filter(({ text }) => text !== ''));
  });
  return { ...(last && { last_name: last }), ...(first && { first_name: first }) };
}

/** What stands before a line that `trimmed` has cut off: `2`, `2.`, `F2.`. */
function numberOfField({ words: [first] }: Segment, segments: readonly Segment[]): string | null {
  const whole = segments.find(({ words }) => first !== undefined && words.includes(first));
  const before = whole?.words[0];
  return before === first ? null : (/^\D?(\d)\D?$/.exec(before?.text ?? '')?.[1] ?? null);
}

function isName(text: string): boolean {
  const words = fold(text)
    .split(' ')
    .filter((word) => /^\p{L}+$/u.test(word));
  return words.some((word) => word.length >= 2) && !words.some((word) => CARD_LABELS.has(word)) && !/\d{3}/.test(text);
}

const nameOf = (line: Segment): Evidence => named(wordsOfName(line));

/** Letters alone: what a field's number was read for goes. */
function wordsOfName({ words }: Segment): PlacedWord[] {
  const letters = words.filter(({ text }) => !/\d/.test(text) && /\p{L}/u.test(text));
  return letters.map((word) => ({ ...word, text: word.text.replace(/^[^\p{L}]+|[^\p{L}.,]+$/gu, '') }));
}

const named = (words: readonly PlacedWord[]): Evidence =>
  evidenceOf(
    words
      .map(({ text }) => text)
      .join(' ')
      .replace(/[.,]+$/, ''),
    words,
  );

interface PlacedDate extends AmericanDate {
  segment: Segment;
}

/** Each day once, but those of the card itself (DD, REV). */
function datesOf(segments: readonly Segment[]): PlacedDate[] {
  const found = segments.flatMap((segment) => {
    if (/\b(?:rev|dd|arv|rov)\b/.test(fold(segment.text))) return [];
    return segment.words.flatMap((word, i) => {
      const date = readAmericanDate(word.text);
      const before = segment.words.slice(Math.max(0, i - 2), i);
      return date ? [{ ...date, segment: segmentOf([...before, word]) }] : [];
    });
  });
  const byDay = Map.groupBy(found, ({ value }) => value);
  return [...byDay.values()].flatMap(
    (some) => some.toSorted((a, b) => Number(a.repaired) - Number(b.repaired))[0] ?? [],
  );
}

/** Birth, issue and expiry in this order, each far enough from the next; where there are more days, those whose labels say so. */
function timesOf(dates: readonly PlacedDate[]): AmericanFields {
  const triples = dates.flatMap((birth) =>
    dates.flatMap((issue) =>
      dates.flatMap((expiry) => (isLife(birth, issue, expiry) ? [{ birth, issue, expiry }] : [])),
    ),
  );
  const best = triples.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
  if (best) {
    const sure = triples.length === 1 || scoreOf(best) >= 2;
    const give = (date: PlacedDate): Evidence =>
      sure && !date.repaired ? dateEvidence(date) : unsure(dateEvidence(date));
    return { date_of_birth: give(best.birth), issue_date: give(best.issue), expiry_date: give(best.expiry) };
  }
  const [first, second] = dates.toSorted((a, b) => a.value.localeCompare(b.value));
  if (dates.length !== 2 || !first || !second) return {};
  const years = yearsBetween(first, second);
  if (years < AGE_YEARS_MIN || years > AGE_YEARS_MAX) {
    const given = years <= VALID_YEARS_MAX ? { issue_date: first, expiry_date: second } : {};
    return Object.fromEntries(Object.entries(given).map(([name, date]) => [name, unsure(dateEvidence(date))]));
  }
  // Licences end on a birthday in most states.
  const ends = first.value.slice(5) === second.value.slice(5) || isLabelled(second, 'expiry');
  return {
    date_of_birth: dateEvidence(first),
    ...(ends
      ? { expiry_date: unsure(dateEvidence(second)) }
      : isLabelled(second, 'issue')
        ? { issue_date: unsure(dateEvidence(second)) }
        : {}),
  };
}

function isLife(birth: PlacedDate, issue: PlacedDate, expiry: PlacedDate): boolean {
  const age = yearsBetween(birth, issue);
  const valid = yearsBetween(issue, expiry);
  return age >= AGE_YEARS_MIN && age <= AGE_YEARS_MAX && valid > 0.2 && valid <= VALID_YEARS_MAX;
}

function scoreOf({ birth, issue, expiry }: Record<'birth' | 'issue' | 'expiry', PlacedDate>): number {
  const labels = [isLabelled(birth, 'birth'), isLabelled(issue, 'issue'), isLabelled(expiry, 'expiry')];
  const onBirthday = birth.value.slice(5) === expiry.value.slice(5);
  const repaired = [birth, issue, expiry].filter((date) => date.repaired).length;
  return labels.filter(Boolean).length + Number(onBirthday) - repaired / 2;
}

const LABEL_WORDS = {
  birth: /dob|birth|naiss|d[o0]8|pos$|dos$/,
  issue: /iss|1ss|i55|155|15s|deliv|issued/,
  expiry: /exp|valid|valable|until/,
} as const;

const isLabelled = ({ segment }: PlacedDate, kind: keyof typeof LABEL_WORDS): boolean =>
  LABEL_WORDS[kind].test(fold(segment.text));

const yearsBetween = (a: AmericanDate, b: AmericanDate): number =>
  (Date.parse(b.value) - Date.parse(a.value)) / MS_PER_YEAR;

function dateEvidence({ value, segment, repaired }: PlacedDate): Evidence {
  const found = evidenceOf(value, segment.words.slice(-1));
  return repaired ? unsure(found) : found;
}

/** Behind or below its label, whose S is read as a 5. */
function sexOf(segments: readonly Segment[]): AmericanFields {
  for (const segment of segments) {
    const match = /[S5][EÉ]X[EO]?\s*[:.]?\s*([MFX])(?![\p{L}])/u.exec(segment.text.toUpperCase());
    if (match?.[1]) return { sex: evidenceOf(match[1], segment.words) };
  }
  const label = segments.find(({ text }) => /^(?:\d{1,2}\.?\s?)?[S5]EX[EO]?[:.]?$/.test(text.toUpperCase()));
  const below = label && segments.filter((other) => /^[MFX]$/.test(other.text) && isBeside(label.box, other.box));
  const [only] = below ?? [];
  return only && below?.length === 1 ? { sex: evidenceOf(only.text, only.words) } : {};
}

function isBeside(label: Box, value: Box): boolean {
  const down = value.y - label.y;
  const aside = value.x - label.x;
  const height = Math.max(label.height, value.height);
  return (
    (down > -height / 2 && down < 3 * height && Math.abs(aside) < 3 * height) ||
    (Math.abs(down) < height && aside > 0 && aside < 8 * height)
  );
}

/** In a form of the issuer's own; the one with a label before the others, then the largest print. */
function numberOf(
  segments: readonly Segment[],
  issuer: AmericanIssuer | null,
  block: readonly Segment[],
): AmericanFields {
  const forms = (issuer?.numbers ?? ANY_NUMBER).split(', ');
  const inAddress = new Set(block.flatMap(({ words }) => words));
  const found = segments.flatMap((segment) => {
    const words = segment.words.filter((word) => !inAddress.has(word));
    if (/\b(?:dd|rev)\b/.test(fold(segment.text))) return [];
    return runsOf(words).flatMap((run) => {
      const text = run.map((word) => word.text).join('');
      const number = readAmericanDate(text) ? null : inForm(text, forms);
      if (!number) return [];
      const isLabelledNumber = NUMBER_LABEL.test(fold(textBefore(segment, run)));
      if (!isLabelledNumber && (number.repaired || issuer === null)) return [];
      const height = Math.max(...run.map(({ box }) => box.height));
      return [{ ...number, run, score: Number(isLabelledNumber) * 100 + height - Number(number.repaired) * 50 }];
    });
  });
  const best = found.toSorted((a, b) => b.score - a.score)[0];
  if (!best) return {};
  const rivals = new Set(found.map(({ value }) => value)).size;
  const given = evidenceOf(best.value, best.run);
  return { document_number: !best.repaired && (rivals === 1 || best.score >= 100) ? given : unsure(given) };
}

const NUMBER_LABEL = /\b(?:dl|dln|ol|0l|lic|id|no|number|identifier|4d|4a|44|40|ad|adlno|uscis)\b/;
/** Where the issuer is not known. */
const ANY_NUMBER = '999999999, A99999999, A9999999, 99999999, 9999999, 999999999999, A999999999999';
/** Letters that are read for figures, and the other way round. */
const AS_FIGURE: Record<string, string> = { O: '0', D: '0', Q: '0', I: '1', L: '1', Z: '2', S: '5', B: '8', G: '6' };
const AS_LETTER: Record<string, string> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '8': 'B', '6': 'G' };

/** The number as its form has it, without spaces and dashes; null: it is of none of the forms. */
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

/** Each word by itself, and each run of up to five of them: numbers are printed in groups. */
function runsOf(words: readonly PlacedWord[]): PlacedWord[][] {
  return words.flatMap((_, from) =>
    [5, 4, 3, 2, 1].flatMap((length) => (from + length <= words.length ? [words.slice(from, from + length)] : [])),
  );
}
