import anyAscii from 'any-ascii';
import { countriesAgree } from '../../server/checks/read-values.ts';
import type { DocumentReading } from '../../server/checks/types.ts';
import { CARDS_PER_LANGUAGE, type CardTruth, type IdentityCard } from '../support/specimens/cards/identity-cards.ts';
import { spread } from './corpus.ts';
import type { Count } from './documents.ts';

export type CardFieldName = keyof CardTruth;

/** One printed field that was read incorrectly, or not read (null). */
export interface FieldMiss {
  card: string;
  field: CardFieldName;
  printed: string;
  read: string | null;
}

export interface CardScores {
  /** Compared without accents, case, punctuation and spaces. */
  fields: Record<CardFieldName, Count>;
  /** Cards with every field right. */
  cards: Count;
  /** Names printed with letters other than A-Z, and read with exactly those letters (ignoring case). */
  accents: Count;
  misses: FieldMiss[];
}

const FIELDS: readonly CardFieldName[] = [
  'last_name',
  'first_name',
  'date_of_birth',
  'sex',
  'nationality',
  'document_number',
  'issue_date',
  'expiry_date',
];
const NAMES: readonly CardFieldName[] = ['last_name', 'first_name'];

/** At most `limit` of all cards. Each language begins at a different layout; otherwise a sample would have only one layout. */
export function sampleCards(cards: readonly IdentityCard[], limit: number): IdentityCard[] {
  const shifted = cards.flatMap((_, i) => {
    const language = Math.floor(i / CARDS_PER_LANGUAGE);
    return cards[language * CARDS_PER_LANGUAGE + ((i + language) % CARDS_PER_LANGUAGE)] ?? [];
  });
  return spread(shifted, limit);
}

/** Compares the readings with the printed text, card by card; both lists run in parallel. */
export function scoreCards(cards: readonly IdentityCard[], readings: readonly (DocumentReading | null)[]): CardScores {
  const fields = cards.flatMap((card, i) => fieldsOf(card, readings[i] ?? null));
  const misses = fields.filter(({ right }) => !right);
  const wrong = new Set(misses.map(({ card }) => card));
  const accented = fields.filter(({ field, printed }) => NAMES.includes(field) && anyAscii(printed) !== printed);
  return {
    fields: Object.fromEntries(
      FIELDS.map((name) => [name, countRight(fields.filter(({ field }) => field === name))]),
    ) as Record<CardFieldName, Count>,
    cards: { right: cards.length - wrong.size, of: cards.length },
    accents: {
      right: accented.filter(({ printed, read }) => sameLetters(printed, read ?? '')).length,
      of: accented.length,
    },
    misses: misses.map(({ right: _, ...miss }) => miss),
  };
}

type ReadField = FieldMiss & { right: boolean };

function fieldsOf({ id, truth }: IdentityCard, reading: DocumentReading | null): ReadField[] {
  return (Object.entries(truth) as [CardFieldName, string][]).map(([field, printed]) => {
    const read = reading?.fields[field]?.value ?? null;
    return { card: id, field, printed, read, right: read !== null && isRight(field, printed, read) };
  });
}

function isRight(field: CardFieldName, printed: string, read: string): boolean {
  if (field === 'nationality') return countriesAgree(printed, read) === true;
  return plain(printed) === plain(read);
}

function plain(text: string): string {
  return anyAscii(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
}

function sameLetters(a: string, b: string): boolean {
  const letters = (text: string): string =>
    text
      .normalize('NFC')
      .toUpperCase()
      .replace(/[^\p{L}]/gu, '');
  return letters(a) === letters(b);
}

function countRight(fields: readonly ReadField[]): Count {
  return { right: fields.filter(({ right }) => right).length, of: fields.length };
}
