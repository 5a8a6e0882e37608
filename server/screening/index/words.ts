import { wordOf } from '../../names/prepare.ts';
import type { NameWord } from '../../names/word.ts';
import { sumOf } from './costs.ts';
import { groupByOwner, packTexts } from './grow.ts';
import { PLANES, setLetters, WORDS_PER_BLOCK } from './letter-planes.ts';

/** Longer words are not split by length. The texts of names are far shorter. */
const TEXT_CHARS_MAX = 255;

/** Sorts words by length and letters and lays out everything that is looked up by word. Returns `numbers`: the new number of each key. */
export function layOutWords(keys: readonly string[]) {
  const words = keys.map((key) => wordOf(key));
  const order = Array.from(words, (_, i) => i).sort((a, b) => compareWords(words[a] as NameWord, words[b] as NameWord));
  const sorted = order.map((i) => words[i] as NameWord);
  const numbers = new Uint32Array(words.length);
  order.forEach((i, number) => {
    numbers[i] = number;
  });
  const { bytes, starts } = packTexts(sorted.map((word) => word.key));
  const lengths = sorted.map((word) => Math.min(word.text.length, TEXT_CHARS_MAX));
  return {
    numbers,
    wordBytes: bytes,
    wordStarts: starts,
    textLengths: Uint8Array.from(lengths),
    wordWeights: Float64Array.from(sorted, (word) => word.weight),
    wordSums: Uint8Array.from(sorted, sumOf),
    ...layOutGroups(sorted, lengths),
    ...layOutLinks(sorted),
  };
}

function compareWords(a: NameWord, b: NameWord): number {
  return a.text.length - b.text.length || (a.key < b.key ? -1 : 1);
}

function layOutGroups(sorted: readonly NameWord[], lengths: readonly number[]) {
  const groupLengths = [...new Set(lengths)];
  const counts = groupByOwner(TEXT_CHARS_MAX + 1, (pair) => {
    lengths.forEach((length, word) => {
      pair(length, word);
    });
  }).starts;
  const groupWords = Uint32Array.from([...groupLengths.map((length) => counts[length] as number), sorted.length]);
  const groupBlocks = new Uint32Array(groupWords.length);
  for (let group = 0; group < groupLengths.length; group++) {
    const words = (groupWords[group + 1] as number) - (groupWords[group] as number);
    groupBlocks[group + 1] = (groupBlocks[group] as number) + Math.ceil(words / WORDS_PER_BLOCK);
  }
  const planes = new Uint32Array((groupBlocks.at(-1) ?? 0) * PLANES);
  for (let group = 0; group < groupLengths.length; group++) {
    const [from, to] = [groupWords[group] as number, groupWords[group + 1] as number];
    for (let word = from; word < to; word++) {
      const within = word - from;
      const block = (groupBlocks[group] as number) + Math.floor(within / WORDS_PER_BLOCK);
      setLetters(planes, block, within % WORDS_PER_BLOCK, (sorted[word] as NameWord).text);
    }
  }
  return { groupLengths: Uint8Array.from(groupLengths), groupWords, groupBlocks, planes };
}

function layOutLinks(sorted: readonly NameWord[]) {
  const links = [...new Set(sorted.flatMap((word) => word.links))].sort();
  const numbers = new Map(links.map((link, number) => [link, number]));
  const { bytes, starts } = packTexts(links);
  const visit = (pair: (word: number, link: number) => void, isWanted: (word: NameWord) => boolean): void => {
    sorted.forEach((word, number) => {
      if (isWanted(word)) for (const link of word.links) pair(number, numbers.get(link) as number);
    });
  };
  const isMarked = ({ key, text }: NameWord): boolean => key.length > text.length;
  const ofWords = groupByOwner(sorted.length, (pair) => visit(pair, () => true));
  // Marked words first: a plain word needs only those.
  const ofLinks = groupByOwner(links.length, (pair) => {
    visit((word, link) => pair(link, word), isMarked);
    visit(
      (word, link) => pair(link, word),
      (word) => !isMarked(word),
    );
  });
  return {
    linkBytes: bytes,
    linkStarts: starts,
    wordLinkStarts: ofWords.starts,
    wordLinks: ofWords.members,
    linkWordStarts: ofLinks.starts,
    linkWords: ofLinks.members,
  };
}
