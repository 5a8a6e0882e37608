import { LETTER_NAMES } from '../../../server/screening/names/bits/letters.ts';
import type { Writing } from '../../../server/screening/names/word.ts';
import type { Background } from './background.ts';
import type { Channel } from './channel.ts';
import type { Worlds } from './worlds.ts';

const QUARTERS = 4;
const CODES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** In quarters of a bit: what is not much cheaper than what the tables lack is left out of them. */
const [UNSEEN, GAIN_MIN] = [[28, 36, 56], 4];
const LINE_MAX = 110;

const SOURCE = `Learnt by \`npm run learn-names\` from names of politicians in several scripts (as Wikidata has them, CC0, by way of
 * EveryPolitician 2015-11), from names on the published lists of sanctions and from tables of names: numbers alone, no
 * name of a person.`;

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

function listSounds(channel: Channel): string {
  const lines = new Map<number, { text: string; cost: number }[]>();
  for (const { from, first, second } of channel.list()) {
    const cost = Math.round(-Math.log2(channel.of(from, first, second)) * QUARTERS);
    if (cost > (UNSEEN[first === 0 ? 0 : second === 0 ? 1 : 2] as number) - GAIN_MIN) continue;
    const text = first === 0 ? '-' : second === 0 ? nameOf(first) : `${nameOf(first)}+${nameOf(second)}`;
    lines.set(from, [...(lines.get(from) ?? []), { text, cost }]);
  }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([from, becomes]) => {
      const sorted = becomes.sort((a, b) => a.cost - b.cost || (a.text < b.text ? -1 : 1));
      return `${LETTER_NAMES[from]}: ${sorted.map(({ text, cost }) => `${text} ${cost}`).join(' ')}\n`;
    })
    .join('');
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
