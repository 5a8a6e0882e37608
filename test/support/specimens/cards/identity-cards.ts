import { seededRandom } from '../../random.ts';
import { type CardPerson, drawPeople } from './people.ts';
import { CARD_LANGUAGES, CARD_WORDS, type CardField, type CardLanguage, printCardDate } from './words.ts';

/** The seed of the 48 cards that measure the accuracy. */
export const CARDS_SEED = 2026;
export const CARDS_PER_LANGUAGE = 8;

/** Issuers leave out letters that look like digits. */
const NUMBER_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
/** A letter, a digit, or either. */
const NUMBER_SHAPES = ['LL0000000', 'L0L00L0L0', '00LL00000', 'X00X0X00X', 'L00000000', '000000LL0'];

/** Position of the labels: above the value, left of it, above it in two languages, or numbered as on EU licences. */
export const CARD_LAYOUTS = ['above', 'beside', 'bilingual', 'numbered'] as const;
export type CardLayout = (typeof CARD_LAYOUTS)[number];

export interface CardStyle {
  layout: CardLayout;
  font: 'sans' | 'serif';
  portrait: 'left' | 'right';
  /** An index into the tints of draw.ts. */
  tint: number;
  pattern: 'waves' | 'rosettes';
  labelPixels: number;
  boldValues: boolean;
  capitals: boolean;
}

/** One printed line: its label and its text. */
export interface CardPrint {
  field: CardField;
  label: string;
  value: string;
}

/** Everything that a reader should find; dates as YYYY-MM-DD, the nationality as ISO 3166-1 alpha-2. */
export type CardTruth = Partial<Record<Exclude<CardField, 'birthplace'>, string>>;

/** The front of one drawn identity card, with the expected answers. */
export interface IdentityCard {
  /** `fr-3` */
  id: string;
  language: CardLanguage;
  style: CardStyle;
  /** Counts from 0 over all cards; it selects the holder's face. */
  index: number;
  /** The seed of its photograph. */
  photoSeed: number;
  print: CardPrint[];
  truth: CardTruth;
}

/**
 * 48 identity cards of fictitious people, eight in each of six languages, two of them in each of four layouts. One seed
 * always gives the same cards. A test that draws others must print its seed.
 */
export function identityCards(seed = CARDS_SEED): IdentityCard[] {
  const next = seededRandom(seed);
  return CARD_LANGUAGES.flatMap((language, l) =>
    drawPeople(language, CARDS_PER_LANGUAGE, next).map((person, i) =>
      makeCard({ language, person, number: i, index: l * CARDS_PER_LANGUAGE + i }, next),
    ),
  ).map((card) => ({ ...card, photoSeed: seed + card.index }));
}

interface CardPlan {
  language: CardLanguage;
  person: CardPerson;
  /** Counts from 0 within the language. */
  number: number;
  index: number;
}

function makeCard({ language, person, number, index }: CardPlan, next: () => number): Omit<IdentityCard, 'photoSeed'> {
  const style = makeStyle(number, next);
  const holder = { ...person, ...makeDates(next), documentNumber: makeNumber(next) };
  const fields = chooseFields(number);
  const values = printValues(language, holder, style, number);
  const labels = chooseLabels(language, style, next);
  return {
    id: `${language}-${number + 1}`,
    language,
    style,
    index,
    print: fields.map((field) => ({ field, label: labels[field], value: values[field] })),
    truth: truthOf(fields, values, holder, language),
  };
}

type Holder = CardPerson & { born: string; issued: string; expires: string; documentNumber: string };

function makeStyle(number: number, next: () => number): CardStyle {
  return {
    layout: CARD_LAYOUTS[number % CARD_LAYOUTS.length] ?? 'above',
    font: (number >> 2) % 2 === number % 2 ? 'sans' : 'serif',
    portrait: next() < 0.5 ? 'left' : 'right',
    tint: Math.floor(next() * 6),
    pattern: next() < 0.5 ? 'waves' : 'rosettes',
    labelPixels: 24 + Math.floor(next() * 8),
    boldValues: next() < 0.6,
    capitals: next() < 0.5,
  };
}

/** Every card has names, birth date and number; the other fields differ. */
function chooseFields(number: number): CardField[] {
  const left: CardField[] = [
    ...(number % 8 === 5 ? ([] as const) : (['sex'] as const)),
    ...(number % 4 === 3 ? ([] as const) : (['nationality'] as const)),
    ...(number % 3 === 0 ? (['birthplace'] as const) : ([] as const)),
  ];
  const right: CardField[] = [
    ...(number % 2 === 0 ? (['issue_date'] as const) : ([] as const)),
    ...(number % 8 === 6 ? ([] as const) : (['expiry_date'] as const)),
  ];
  return ['last_name', 'first_name', 'date_of_birth', ...left, 'document_number', ...right];
}

function printValues(
  language: CardLanguage,
  holder: Holder,
  { capitals, layout }: CardStyle,
  number: number,
): Record<CardField, string> {
  const { dates, months, nationality } = CARD_WORDS[language];
  const format = dates[(number + (number >> 2)) % dates.length] ?? '';
  const cased = (text: string): string => (capitals ? text.toUpperCase() : text);
  const printed = cased(nationality.printed[holder.sex === 'F' ? 0 : 1]);
  return {
    last_name: layout === 'bilingual' ? holder.lastName.toUpperCase() : cased(holder.lastName),
    first_name: cased(holder.firstNames),
    date_of_birth: printCardDate(holder.born, format, months),
    sex: holder.sex,
    nationality: number % 2 === 0 ? nationality.code : printed,
    birthplace: cased(holder.birthplace),
    document_number: holder.documentNumber,
    issue_date: printCardDate(holder.issued, format, months),
    expiry_date: printCardDate(holder.expires, format, months),
  };
}

function truthOf(
  fields: readonly CardField[],
  values: Record<CardField, string>,
  holder: Holder,
  language: CardLanguage,
): CardTruth {
  const all: Required<CardTruth> = {
    last_name: values.last_name,
    first_name: values.first_name,
    date_of_birth: holder.born,
    sex: holder.sex,
    nationality: CARD_WORDS[language].nationality.country,
    document_number: holder.documentNumber,
    issue_date: holder.issued,
    expiry_date: holder.expires,
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field as CardField)));
}

/** A bilingual card adds English to another language, and French to English. */
function chooseLabels(language: CardLanguage, { layout }: CardStyle, next: () => number): Record<CardField, string> {
  const second = CARD_WORDS[language === 'en' ? 'fr' : 'en'].labels;
  const own = Object.entries(CARD_WORDS[language].labels) as [CardField, readonly string[]][];
  const chosen = own.map(([field, wordings]) => {
    const label = wordings[Math.floor(next() * wordings.length)] ?? '';
    return [field, layout === 'bilingual' ? `${label} / ${second[field][0]}` : label] as const;
  });
  return Object.fromEntries(chosen) as Record<CardField, string>;
}

function makeDates(next: () => number): { born: string; issued: string; expires: string } {
  const expiryYear = 2029 + Math.floor(next() * 7);
  const day = makeDay(next);
  return {
    born: `${1948 + Math.floor(next() * 57)}-${makeDay(next)}`,
    issued: `${expiryYear - 10}-${day}`,
    expires: `${expiryYear}-${day}`,
  };
}

/** MM-DD, valid in any year. */
function makeDay(next: () => number): string {
  const twoFigures = (value: number): string => String(value).padStart(2, '0');
  return `${twoFigures(1 + Math.floor(next() * 12))}-${twoFigures(1 + Math.floor(next() * 28))}`;
}

function makeNumber(next: () => number): string {
  const shape = NUMBER_SHAPES[Math.floor(next() * NUMBER_SHAPES.length)] ?? '';
  const one = (from: string): string => from[Math.floor(next() * from.length)] ?? '';
  const characters = [...shape].map((kind) => {
    if (kind === 'X') return one(`0123456789${NUMBER_LETTERS}`);
    return one(kind === 'L' ? NUMBER_LETTERS : '0123456789');
  });
  const number = characters.join('');
  // Every number has a letter here; a random one may lack it.
  return /[A-Z]/.test(number) ? number : `${NUMBER_LETTERS[Number(number[0])]}${number.slice(1)}`;
}
