import { ownValue } from '../../lib/own.ts';
import type { RegisterAddress } from '../../registries/types.ts';
import type { Company } from './types.ts';

/** Abbreviations of address words, each with the word that it is compared as. Our own list, from common usage. */
const SHORT_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // English. `St` is a street or a saint; nothing is lost if the two are the same.
    'street st str strt saint sankt snt, road rd, avenue av ave avda avenida, boulevard bd blvd boul bld, lane ln',
    'drive dr, court ct, square sq, place pl plac, terrace ter terr, building bldg, floor fl flr, suite ste',
    'apartment apt, north n, south s, east e, west w, industrial ind, estate est, park pk, house hse, highway hwy',
    'parkway pkwy',
    // French, Portuguese
    'rue rua r, route rte, chemin che chem, allee all, impasse imp, faubourg fbg fg, batiment bat, etage etg',
    // German, Dutch, Scandinavian
    'strasse straat, platz plz',
    // Spanish, Portuguese, Italian
    'calle cl, carretera ctra, travessa tv, piazza pza plaza, numero num nr no, viale vle, corso cso',
    // Slavic
    'ulitsa ul ulica, dom d, prospekt pr prosp',
  ]
    .flatMap((row) => row.split(', '))
    .flatMap((line) => {
      const [long = '', ...short] = line.split(' ');
      return short.map((word) => [word, long]);
    }),
);
/** Words that say nothing about a place. */
const EMPTY_WORDS: ReadonlySet<string> = new Set('the of de la le les du des di del and et und c o'.split(' '));
/** `d'Alger`, `l'Église` */
const ELISION = /(?<=^|[\s,])[dl]['’](?=\p{L})/giu;
/** `Hauptstr.` and `Hauptstrasse` are one word. A bare `str` is a street. */
const STREET_ENDING = /(?<=\p{L}{3})str$/u;

/**
 * Returns how much of the submitted address is in the registered one. It compares words, each once, with abbreviations expanded
 * and the postal code as one word. Null if either has nothing but a country.
 */
export function scoreAddress(
  submitted: Company['address'],
  registered: RegisterAddress | null,
  wordsOf: (text: string) => string[],
) {
  const { line1, line2, city, postal_code } = submitted;
  const asked = addressWords([line1, line2, city].filter((part) => part !== undefined).join(' '), wordsOf);
  const code = squeeze(postal_code);
  if (code !== '') asked.add(code);
  if (asked.size === 0 || !registered) return null;
  const held = addressWords([registered.text, registered.city ?? ''].join(' '), wordsOf);
  const text = squeeze(registered.text) + squeeze(registered.postalCode);
  if (held.size === 0) return null;
  const isHeld = (word: string): boolean => held.has(word) || (word === code && text.includes(code));
  const found = [...asked].filter(isHeld);
  return {
    /** The share of the words of the submitted address that the registered one has, 0..1. */
    score: found.length / asked.size,
    samePostalCode: code !== '' && isHeld(code),
    sameCity: city !== undefined && [...addressWords(city, wordsOf)].every((word) => held.has(word)),
  };
}

/** Returns the words of an address in the form in which they are compared. */
export function addressWords(text: string, wordsOf: (text: string) => string[]): Set<string> {
  const words = wordsOf(text.replace(ELISION, '')).flatMap((word) => (EMPTY_WORDS.has(word) ? [] : [unfold(word)]));
  return new Set(words);
}

function unfold(word: string): string {
  return ownValue(SHORT_WORDS, word) ?? word.replace(STREET_ENDING, 'strasse');
}

function squeeze(text: string | null | undefined): string {
  return (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
}
