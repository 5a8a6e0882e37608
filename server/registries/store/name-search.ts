import { similarityOfNames } from '../../names/companies/similarity.ts';
import { nameWords } from '../../names/companies/words.ts';
import type { RegisterCompany } from '../types.ts';
import { type CandidateSearch, createCandidateSearch } from './candidates.ts';
import type { RegisterFile } from './read.ts';
import { nameKey } from './write.ts';

/** Names with less similarity are not returned. */
const SIMILARITY_MIN = 0.5;

/** `similarity` is 0.5 to 1. */
export type SearchByName = (
  name: string,
  options: { country?: string; limit: number },
) => { company: RegisterCompany; similarity: number }[];

/** Returns the search by name in one register file: companies with a similar name, the likeliest first. */
export function createNameSearch(file: RegisterFile): SearchByName {
  const candidates = createCandidateSearch(file);
  return (name, { country, limit }) => {
    const asked = nameWords(name);
    if (asked.length === 0) return [];
    const numbers = new Set([...file.find(nameKey(asked)), ...candidates.choose([...new Set(asked)])]);
    const weightOf = remembering(candidates);
    const found: ReturnType<SearchByName> = [];
    for (const number of numbers) {
      const company = file.company(number);
      if (country !== undefined && company.country !== country) continue;
      const names = [company.name, ...company.otherNames.map((other) => other.name)];
      const similarity = Math.max(...names.map((own) => similarityOfNames(asked, nameWords(own), weightOf)));
      if (similarity >= SIMILARITY_MIN) found.push({ company, similarity });
    }
    return found.sort((a, b) => b.similarity - a.similarity).slice(0, limit);
  };
}

function remembering({ weightOf }: CandidateSearch): (word: string) => number {
  const known = new Map<string, number>();
  return (word) => {
    const weight = known.get(word) ?? weightOf(word);
    known.set(word, weight);
    return weight;
  };
}
