import { must } from '../../../server/lib/assert.ts';
import { CONTEXTS, LETTER_NAMES } from '../../../server/names/bits/letters.ts';
import type { Writing } from '../../../server/names/word.ts';
import type { Background } from './background.ts';
import { type Becoming, type Channel, placeOf } from './channel.ts';
import type { Worlds } from './worlds.ts';

const QUARTERS = 4;
const CODES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** In quarters of a bit: the tables leave out costs that are not much below the cost of a missing entry. */
const [UNSEEN, GAIN_MIN] = [[28, 36, 56], 4];
/** A context that saves fewer bits over all learnt data is left out. */
const CONTEXT_BITS_MIN = 8;
/**
 * For a context, in quarters of a bit: the least difference from the cost anywhere, and the highest cost that is still
 * listed.
 */
const [CONTEXT_GAIN_MIN, CONTEXT_COST_MAX] = [3, 28];
const LINE_MAX = 110;

const SOURCE = `Learnt by \`npm run learn-names\` from names of politicians in several scripts (as Wikidata has them, CC0, by way of
 * EveryPolitician 2015-11), from the names of countries in the tables of Unicode (CLDR), from names on the published lists
 * of sanctions and from tables of names: numbers alone, no name of a person.`;

export function writeSounds(forward: ReadonlyMap<Writing, Channel>, backward: ReadonlyMap<Writing, Channel>): string {
  const tables = [
    ...[...forward].map(([writing, channel]) => [writing, channel] as const),
    ...[...backward].map(([writing, channel]) => [`${writing}<`, channel] as const),
  ];
  return `/**
 * What each letter of a word of another script, once romanised, becomes in the Latin spelling of the same name, and at what cost
 * in quarters of a bit; with \`<\` the other way round. By writing, see \`Writing\`. See \`readSoundTable\`.
 *
 * ${SOURCE}
 */
export const SOUNDS: Readonly<Record<string, string>> = {
${tables.map(([name, channel]) => `  ${/^[a-z]$/.test(name) ? name : `'${name}'`}: \`\n${listSounds(channel)}\`,\n`).join('')}};
`;
}

/**
 * One line per letter: what it becomes anywhere; then, after a bar and the context, each difference in that context.
 */
function listSounds(channel: Channel): string {
  return LETTER_NAMES.map((name, letter) => {
    const anywhere = placeOf(letter, 0);
    const all = channel.list(letter).sort((a, b) => compare(nameBecoming(a), nameBecoming(b)));
    const base = must(channel.base, 'a channel in context has one without');
    const usual = all
      .map((one) => ({ one, cost: costOf(base, anywhere, one) }))
      .filter(({ one, cost }) => cost <= unseenOf(one) - GAIN_MIN)
      .sort((a, b) => a.cost - b.cost)
      .map(({ one, cost }) => `${nameBecoming(one)} ${cost}`);
    if (usual.length === 0) return '';
    const contexts = Array.from({ length: CONTEXTS }, (_, context) => listContext(channel, base, letter, context, all));
    return `${name}: ${[usual.join(' '), ...contexts.filter((text) => text !== '')].join(' | ')}\n`;
  }).join('');
}

/** What a letter becomes in a context, if the context says enough more than the letter alone. */
function listContext(
  channel: Channel,
  base: Channel,
  letter: number,
  context: number,
  all: readonly Becoming[],
): string {
  const place = placeOf(letter, context);
  const gain = all.reduce((sum, one) => {
    const { first, second } = one;
    const better = Math.log2(channel.of(place, first, second) / base.of(place, first, second));
    return sum + channel.seen(place, first, second) * better;
  }, 0);
  if (gain < CONTEXT_BITS_MIN) return '';
  const changed = all
    .map((one) => ({
      one,
      cost: Math.min(costOf(channel, place, one), unseenOf(one)),
      usual: usualCost(base, letter, one),
    }))
    .filter(
      ({ cost, usual }) => Math.abs(cost - usual) >= CONTEXT_GAIN_MIN && Math.min(cost, usual) <= CONTEXT_COST_MAX,
    )
    .map(({ one, cost }) => `${nameBecoming(one)} ${cost}`);
  return changed.length === 0 ? '' : `${context} ${changed.join(' ')}`;
}

function costOf(channel: Channel, place: number, { first, second }: Becoming): number {
  return Math.round(-Math.log2(channel.of(place, first, second)) * QUARTERS);
}

function usualCost(base: Channel, letter: number, one: Becoming): number {
  const cost = costOf(base, placeOf(letter, 0), one);
  return cost <= unseenOf(one) - GAIN_MIN ? cost : unseenOf(one);
}

function unseenOf({ first, second }: Becoming): number {
  return UNSEEN[first === 0 ? 0 : second === 0 ? 1 : 2] as number;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function nameBecoming({ first, second }: Becoming): string {
  return first === 0 ? '-' : second === 0 ? nameOf(first) : `${nameOf(first)}+${nameOf(second)}`;
}

function nameOf(number: number): string {
  return LETTER_NAMES[number - 1] as string;
}

export function writeLetters(worlds: Worlds, romanised: ReadonlyMap<Writing, Background>): string {
  const pairs = [...romanised].map(([writing, background]) => `  ${writing}: '${pack(background.pairCosts())}',\n`);
  const words = [...worlds.words]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, bits]) => `${word}:${bits.map((cost) => Math.round(cost * QUARTERS) || '').join()}`);
  return `/** How rare names of each world are, in quarters of a bit: of the West, of East Asia, of the countries of Islam, of East Europe. */
export const WORLDS_BITS: readonly number[] = [${worlds.rarities.map((bits) => Math.round(bits * QUARTERS)).join(', ')}];

/**
 * What a letter costs after the two before it, by world: 27 by 27 by 27 quarters of a bit, the end of a word first, in the
 * letters of base64.
 *
 * ${SOURCE}
 */
export const LETTERS_OF_WORLDS: readonly string[] = [
${worlds.costs.map((costs) => `  '${pack(costs)}',\n`).join('')}];

/** The same after one letter, for words of other scripts once romanised, by writing. */
export const PAIRS_OF_WRITINGS: Readonly<Record<string, string>> = {
${pairs.join('')}};

/** Words that many names on the lists have: what they cost in each world, in quarters of a bit, nothing where their letters tell. */
export const WORDS_OF_WORLDS = \`
${wrap(words)}\`;
`;
}

function pack(costs: Float64Array): string {
  return [...costs].map((cost) => CODES[Math.min(CODES.length - 1, Math.round(cost * QUARTERS))]).join('');
}

function wrap(words: readonly string[]): string {
  let [text, line] = ['', ''];
  for (const word of words) {
    if (line.length + word.length >= LINE_MAX) {
      text += `${line}\n`;
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return `${text}${line}\n`;
}
