import { skeletons } from '../scripts/skeletons.ts';
import { LINKS_OF_GIVEN_NAME } from '../tables/given-names.ts';
import type { Writing } from '../word.ts';
import { agreementOfTexts } from './bits.ts';

/** A word whose letters explain this share of a given name's letters is that name, in the sounds of its script. */
const AGREEMENT_MIN = 0.65;
const CHARS_MIN = 2;
const NONE: readonly string[] = [];

let byBones: Map<string, string[]> | undefined;

/** Returns the families (`f:edward`) of the given name that a word of another script sounds like. Empty if there is none. */
export function familiesBySound(text: string, writing: Writing, bones: readonly string[]): readonly string[] {
  if (writing === 'c' || text.length < CHARS_MIN) return NONE;
  byBones ??= groupByBones();
  let best: string | undefined;
  let most = AGREEMENT_MIN;
  for (const name of new Set(bones.flatMap((one) => byBones?.get(one) ?? []))) {
    const agreement = agreementOfTexts(text, writing, name, most);
    if (agreement > most) [best, most] = [name, agreement];
  }
  return best === undefined ? NONE : (LINKS_OF_GIVEN_NAME.get(best) ?? NONE).filter((link) => link.startsWith('f:'));
}

function groupByBones(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, links] of LINKS_OF_GIVEN_NAME) {
    if (!links.some((link) => link.startsWith('f:'))) continue;
    for (const bones of skeletons(name, '')) found.set(bones, [...(found.get(bones) ?? []), name]);
  }
  return found;
}
