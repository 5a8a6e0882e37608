import type { NameScore, WordPair } from './score.ts';
import { foldSpelling } from './spelling.ts';
import { isAbjad, type NameWord, type PreparedName } from './word.ts';

/**
 * The rule by which two words of names match: the `same` word; two `spelling`s of one sound; letters that are `near`; sounds of
 * another `script`; forms of one `given_name`; a `translation`; an `initial`; `legal_form`s of one class; words that are
 * `joined`. Or why a word has no partner: a `further` name, which people leave out, or one that is `lacking`.
 */
export const PAIR_RULES = [
  'same',
  'spelling',
  'near',
  'script',
  'given_name',
  'translation',
  'initial',
  'legal_form',
  'joined',
  'further',
  'lacking',
] as const;
export type PairRule = (typeof PAIR_RULES)[number];

/** A score of names whose pairs state their rules. */
export interface ExplainedScore {
  score: number;
  pairs: (WordPair & { rule: PairRule })[];
}

/** Returns the rules of the pairs that `scoreNames` made of these names. They are for readers: no score depends on them. */
export function explainScore({ score, pairs }: NameScore, asked: PreparedName, listed: PreparedName): ExplainedScore {
  return { score, pairs: pairs.map((pair) => ({ ...pair, rule: ruleOf(pair, asked, listed) })) };
}

function ruleOf({ query, candidate }: WordPair, asked: PreparedName, listed: PreparedName): PairRule {
  const [a, b] = [wordOfText(asked, query), wordOfText(listed, candidate)];
  if (query === '' || candidate === '') return (a ?? b)?.kind === 'further' ? 'further' : 'lacking';
  if (!a || !b) return 'joined';
  if (a.text === b.text) return 'same';
  if (a.kind === 'initial' || b.kind === 'initial') return 'initial';
  const shared = a.links.filter((link) => b.links.includes(link));
  if (shared.some((link) => link.startsWith('l:'))) return 'legal_form';
  if (shared.some((link) => link.startsWith('f:'))) return 'given_name';
  if (isAbjad(a) || isAbjad(b)) return 'script';
  if (foldSpelling(a.text) === foldSpelling(b.text)) return 'spelling';
  return shared.some((link) => link.startsWith('x:')) ? 'translation' : 'near';
}

function wordOfText({ words }: PreparedName, text: string): NameWord | undefined {
  return words.find((word) => word.text === text);
}
