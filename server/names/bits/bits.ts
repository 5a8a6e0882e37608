import { skeletons } from '../scripts/skeletons.ts';
import { isKnownName } from '../weights.ts';
import { type NameWord, type Writing, writingOf } from '../word.ts';
import { readSounds } from './letters.ts';
import {
  costOfRomanised,
  costOfSounds,
  costsOfKnownWord,
  costsOfKnownWords,
  costsOfLetters,
  soundTable,
  WORLDS,
} from './tables.ts';

/** The most that a name shared by very many people says, if the lists do not show how many: 11.5 bits. */
const COMMON_NAME_MAX = 46;
/** An initial that agrees with one of several words: 1 bit. */
const INITIAL = 4;
/** Two names of one family (`Bob`, `Robert`) say slightly less than the same name. */
const FAMILY_LOSS = 4;
/** A letter of a word that no table contains, such as a digit: 4 bits. */
const OTHER_LETTER = 16;
/** An unusual spelling of a common name says this much more than the name: each script spells it in its own way. 4.5 bits. */
const VARIANT_BITS = 18;
/** Names with fewer consonants are too short to be spellings of one name. */
const VARIANT_CONSONANTS_MIN = 3;
const UNKNOWN = Number.POSITIVE_INFINITY;
const WORDS_KEPT_MAX = 20_000;

interface Told {
  sounds: Uint8Array | null;
  /** By world: what its letters say, and what it says as a name that more or fewer people share. */
  letters: readonly number[];
  word: readonly number[];
}

const NOTHING: readonly number[] = Array<number>(WORLDS).fill(0);
const kept = new Map<string, Told>();

/**
 * Returns how strongly two words that may be the same support it, by world, in quarters of a bit: the logarithm of how much
 * likelier both are if one is the other's sound in another script than if they are two unrelated words. A name that many people
 * share says no more than its rarity. Below 0: they are more likely two words. Symmetric.
 */
export function bitsOf(a: NameWord, b: NameWord, similarity: number): readonly number[] {
  if (a.kind === 'initial' || b.kind === 'initial')
    return a.text[0] === b.text[0] ? NOTHING.map(() => INITIAL) : NOTHING;
  const [left, right] = [tellOf(a.text), tellOf(b.text)];
  const least = left.word.map((bits, world) => Math.min(bits, right.word[world] as number));
  if (writingOf(a) === writingOf(b)) return least.map((bits) => bits * similarity ** SAME_WRITING_POWER);
  const bits = bitsOfTexts(a.text, writingOf(a), b.text, writingOf(b));
  return shareFamily(a, b) ? bits.map((own, world) => Math.max(own, (least[world] as number) - FAMILY_LOSS)) : bits;
}

/** In one script two different words are at best two spellings: what they say falls with their similarity. */
const SAME_WRITING_POWER = 6;

export function shareFamily(a: NameWord, b: NameWord): boolean {
  return a.links.some((link) => link.startsWith('f:') && b.links.includes(link));
}

/** Does the same for texts, such as words written as one. */
export function bitsOfTexts(a: string, writingA: Writing, b: string, writingB: Writing): readonly number[] {
  const [left, right] = [tellOf(a), tellOf(b)];
  if (writingA === writingB) return a === b ? left.word : NOTHING;
  if (writingB === '') return bitsOfSounds(a, left, writingA, right);
  if (writingA === '') return bitsOfSounds(b, right, writingB, left);
  // Neither is spelt as Latin names are, so both directions must agree.
  const back = bitsOfSounds(b, right, writingB, left);
  return bitsOfSounds(a, left, writingA, right).map((bits, world) => Math.min(bits, back[world] as number));
}

function bitsOfSounds(text: string, other: Told, writing: Writing, latin: Told): readonly number[] {
  const bits = soundBits(text, other, writing, latin);
  return bits.map((own, world) => Math.min(own, latin.word[world] as number, other.word[world] as number));
}

/** Both directions of asking how likely the pair is give too low a value if a spelling is irregular, so the better one counts. */
function soundBits(text: string, other: Told, writing: Writing, latin: Told): readonly number[] {
  if (!other.sounds || !latin.sounds) return NOTHING;
  const forward = costOfSounds(soundTable(writing, true), other.sounds, latin.sounds);
  const backward =
    costOfRomanised(text, writing) - costOfSounds(soundTable(writing, false), latin.sounds, other.sounds);
  return latin.letters.map((bits) => Math.max(bits - forward, backward));
}

/**
 * Returns what share of their letters' information the words of two scripts explain of each other, at most 1, in the likeliest
 * world. Returns 0 if it is less than `least`. From `enough` on, values are not distinguished.
 */
export function agreementOf(a: NameWord, b: NameWord, least: number, enough: number): number {
  const [writingA, writingB] = [writingOf(a), writingOf(b)];
  const ways: number[] = [];
  if (writingA !== '') ways.push(agreementOfTexts(a.text, writingA, b.text, least, enough));
  if (writingB !== '') ways.push(agreementOfTexts(b.text, writingB, a.text, least, enough));
  return Math.min(1, ...ways);
}

/** Does the same for a word of another script, once romanised, and one that is assumed to be in Latin letters. */
export function agreementOfTexts(
  text: string,
  writing: Writing,
  latin: string,
  least: number,
  enough = Number.POSITIVE_INFINITY,
): number {
  const [other, spelt] = [tellOf(text), tellOf(latin)];
  if (!other.sounds || !spelt.sounds) return 0;
  const [low, high] = [Math.min(...spelt.letters), Math.max(...spelt.letters)];
  const forward = costOfSounds(soundTable(writing, true), other.sounds, spelt.sounds, high * (1 - least));
  const there = (high - forward) / high;
  if (there >= enough) return Math.min(1, there);
  const romanised = costOfRomanised(text, writing);
  const back = costOfSounds(soundTable(writing, false), spelt.sounds, other.sounds, romanised - low * least);
  const agreement = Math.max(there, (romanised - back) / low);
  return agreement < least ? 0 : Math.min(1, agreement);
}

function tellOf(text: string): Told {
  const known = kept.get(text);
  if (known) return known;
  const sounds = readSounds(text);
  const letters = sounds ? costsOfLetters(text) : NOTHING.map(() => text.length * OTHER_LETTER);
  const told = { sounds, letters, word: tellAsName(text, letters) };
  if (kept.size >= WORDS_KEPT_MAX) kept.clear();
  kept.set(text, told);
  return told;
}

function tellAsName(text: string, letters: readonly number[]): readonly number[] {
  const costs = costsOfKnownWord(text) ?? costsOfVariant(text);
  if (costs) return letters.map((bits, world) => Math.min(bits, costs[world] || bits));
  return isKnownName(text) ? letters.map((bits) => Math.min(bits, COMMON_NAME_MAX)) : letters;
}

let byBones: Map<string, readonly number[]> | undefined;

/** Returns what a word says as a spelling of the commonest name with its consonants. undefined: there is no such name. */
function costsOfVariant(text: string): readonly number[] | undefined {
  byBones ??= groupByBones();
  return byBones.get(usualBones(text));
}

function groupByBones(): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  for (const [word, costs] of costsOfKnownWords()) {
    const bones = usualBones(word);
    if (bones.length < VARIANT_CONSONANTS_MIN) continue;
    const least = found.get(bones);
    const own = costs.map((bits, world) =>
      Math.min(least?.[world] ?? UNKNOWN, bits === 0 ? UNKNOWN : bits + VARIANT_BITS),
    );
    found.set(bones, own);
  }
  return found;
}

function usualBones(text: string): string {
  return skeletons(text, '')[0] ?? '';
}
