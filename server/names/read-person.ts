import { PARTICLE_WORDS, TITLE_WORDS } from './tables/kinds.ts';
import type { Token } from './tokens.ts';
import { unmaskDigits } from './tokens.ts';

/** Titles that are names as well: they count as titles only before two other names. */
const TITLES_OR_NAMES = new Set(
  `king prince bishop pope judge marshall marshal justice malik mir don dona agha bey sardar emir amir sultan major
   general pan pani junior engineer hafiz emperor queen princess colonel imam sir dame lord father ing haj haji hajji
   qari mufti akhund sheikh shaikh sayed sayyed seyed syed hon lady herr frau adm ms`
    .trim()
    .split(/\s+/),
);
/** Particles that are names as well: `Do-yun Na`, `Ben Simon`. They count as particles only next to two other words... */
const PARTICLES_OR_NAMES = new Set(['do', 'na', 'ben', 'bin', 'an']);
/** ...and these only after one: at the beginning they are half of a given name (`Do-yun Hong`). */
const PARTICLES_AFTER_NAMES = new Set(['do', 'na']);
const OTHER_WORDS_MIN = 2;
/** Legal forms that a person's name may have by mistake and that are not names. */
const STRAY_FORMS = new Set('llc ltd limited inc corp gmbh plc ooo oao zao jsc llp fze sarl srl'.split(' '));
/** Pairs of consonants that are names or words, not initials. */
const NO_INITIALS = new Set('ng md st jr sr mr dr ms'.split(' '));
const TWO_CONSONANTS = /^[bcdfghjklmnpqrstvwxz]{2}$/;
/** Son and daughter of, East Slavic, in the usual transcriptions. */
const PATRONYMIC =
  /(?:[oae][vw](?:ich|ych|itch|itsch|itj|its|ic)|[oea][vwu]na|ivna|ichna|[iy]lyich|ilich|lukich|kuzmich|fomich|nikitich)$/;
/** `Son of` and `daughter of` after the father's name, in the Turkic languages. */
const PATRONYMIC_MARKS = new Set('oglu ogly ohly oghlu oghly kyzy kizi gizi qizi gyzy uulu uly'.split(' '));
/** `Servant of` and `father of`: half a name, which the word after it completes. */
const HALVES = new Set('abd abdul abdel abdal abdol abdu abdou abu abou umm'.split(' '));
/** `Son of` and `daughter of` before the father's name, in Arabic, Malay and Maghrebi names. */
const NASAB_PARTICLES = new Set('bin ibn ben bint binti ould wuld'.split(' '));
const ARTICLE = 'al';
const WORDS_WITH_FATHERS_MIN = 3;
/** A word of one syllable, as in Chinese, Korean and Vietnamese names: both of a given name are needed. */
const SYLLABLE = /^(?=.{1,6}$)[^aeiouy]*[aeiouy]+[^aeiouy]*$/;
const PATRONYMIC_CHARS_MIN = 6;
/** A name of fewer words has no patronymic: `Roman Abramovich`. */
const WORDS_WITH_PATRONYMIC_MIN = 3;

/** Determines the kinds of the words of a person's name, in place. */
export function readPerson(tokens: Token[]): Token[] {
  const read = splitInitials(tokens);
  for (const token of read) token.text = unmaskDigits(token.text, true);
  markTitles(read);
  markSmall(read);
  markPatronymic(read);
  markFurther(read);
  return read;
}

/** `JC Juncker` has two initials. */
function splitInitials(tokens: Token[]): Token[] {
  if (!tokens.some(isInitials)) return tokens;
  return tokens.flatMap((token) => (isInitials(token) ? [...token.text].map((text) => ({ ...token, text })) : [token]));
}

function isInitials({ text, writing }: Token): boolean {
  return writing === '' && TWO_CONSONANTS.test(text) && !NO_INITIALS.has(text);
}

function markTitles(tokens: Token[]): void {
  let full = 0;
  let last = -1;
  tokens.forEach(({ text }, at) => {
    if (text.length < 2 || TITLE_WORDS.has(text) || PARTICLE_WORDS.has(text)) return;
    full += 1;
    last = at;
  });
  tokens.forEach((token, at) => {
    if (STRAY_FORMS.has(token.text) && at === tokens.length - 1 && at > 0) token.kind = 'legal_form';
    else if (TITLE_WORDS.has(token.text) && isTitle(token.text, full, at < last)) token.kind = 'title';
  });
}

/** A title that is a name as well needs two other names, one of them after it. */
function isTitle(text: string, fullWords: number, standsBefore: boolean): boolean {
  return TITLES_OR_NAMES.has(text) ? fullWords > 1 && standsBefore : fullWords > 0;
}

function markSmall(tokens: Token[]): void {
  const others = tokens.filter(({ text, kind }) => kind === null && text.length > 1 && !PARTICLE_WORDS.has(text));
  for (const token of tokens) {
    if (token.kind !== null) continue;
    if (token.text.length === 1) token.kind = 'initial';
    else if (!PARTICLE_WORDS.has(token.text)) continue;
    else if (isParticle(token.text, others.length, token === tokens[0])) token.kind = 'particle';
  }
  if (tokens.some(({ kind }) => kind === null)) return;
  for (const token of tokens) if (token.kind !== 'initial' && token.kind !== 'legal_form') token.kind = null;
}

/** Whether a word that may be a particle is not one of the name's own words. */
function isParticle(text: string, otherWords: number, isFirst: boolean): boolean {
  if (!PARTICLES_OR_NAMES.has(text) || otherWords === 0) return true;
  return otherWords >= OTHER_WORDS_MIN && !(isFirst && PARTICLES_AFTER_NAMES.has(text));
}

/**
 * Marks the patronymic of a person's name, in place: the name before a mark, or else the first that looks like one, but never the
 * first word. A name of two words has none.
 */
export function markPatronymic(tokens: Token[]): void {
  const full = tokens.filter(({ kind }) => kind === null);
  if (full.length < WORDS_WITH_PATRONYMIC_MIN) return;
  const marked = tokens.find((_, at) => PATRONYMIC_MARKS.has(tokens[at + 1]?.text ?? ''));
  const found =
    marked ?? full.slice(1).find(({ text }) => text.length >= PATRONYMIC_CHARS_MIN && PATRONYMIC.test(text));
  if (found) found.kind = 'patronymic';
}

/**
 * Marks, in place, what follows the first given name and the first surname of a name that is divided into both: people are called
 * by those two. Spanish and Portuguese names have a second of each, Arabic ones those of father and grandfather.
 */
function markFurther(tokens: Token[]): void {
  const full = tokens.filter(({ kind }) => kind === null);
  // `Salman` of `Muhammad bin Salman al-Saud`, and not `Laden` of `Osama bin Laden`.
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    const isFather = before?.kind === 'particle' && NASAB_PARTICLES.has(before.text) && token !== full.at(-1);
    if (isFather && token.kind === null && token !== full[0]) token.kind = 'further';
  });
  markFathers(tokens, full);
  const parts = ([0, 1] as const).map((part) => full.filter((token) => token.part === part));
  if (parts.some(({ length }) => length === 0) || full.every(({ text }) => SYLLABLE.test(text))) return;
  for (const part of parts) {
    const own = HALVES.has(part[0]?.text ?? '') ? 2 : 1;
    for (const token of part.slice(own)) token.kind = 'further';
  }
}

/**
 * `Hamdan Salem Fnaitel al-Azmi`: between the person's own name and the family's are those of father and grandfather. In Arabic
 * script no comma shows this, but the article does.
 */
function markFathers(tokens: readonly Token[], full: readonly Token[]): void {
  const family = full.at(-1);
  if (family?.writing !== 'a' || full.length < WORDS_WITH_FATHERS_MIN) return;
  const before = tokens[tokens.indexOf(family) - 1];
  if (before?.kind !== 'particle' || before.text !== ARTICLE) return;
  const own = HALVES.has(full[0]?.text ?? '') ? 2 : 1;
  for (const token of full.slice(own, -1)) token.kind = 'further';
}
