import type { RegisterCompany } from '../../registries/types.ts';
import type { Policy } from '../policy.ts';
import { scoreAddress } from './registry-address.ts';
import { type Candidate, FOUND_BY, type Similarity } from './registry-input.ts';
import type { Company } from './types.ts';

/** Names less similar than the best by this much are worse ones. */
const NAME_SCORE_STEP = 0.02;

/** Which company of the registers is meant. */
export interface Identified {
  /** Its records, one per register, the most trusted first. Empty if none was found, or if it is not clear which one is meant. */
  records: Candidate[];
  /** The records of which any may be meant. */
  ambiguous: Candidate[];
  /** Records of other companies that a submitted number leads to. */
  strangers: Candidate[];
}

/**
 * Decides which company is meant. Records that share a key belong to one company. What the most reliable number found counts, and
 * a name counts only if no number found anything. One number can lead to several records of a register (numbers of German
 * courts), and one name to several companies. Then the name, the address or the date of incorporation rule out the others.
 */
export function identifyCompany(
  candidates: readonly Candidate[],
  company: Company,
  similarity: Similarity,
  policy: Policy,
): Identified {
  const scored = candidates.map((candidate) => ({
    candidate,
    score: nameScore(company.legal_name, candidate.company, similarity),
  }));
  const kept = scored
    .filter(({ candidate, score }) => candidate.foundBy !== 'name' || score >= policy.kyb.registry.name_found_from)
    .filter(({ candidate, score }) => {
      const namesakes = scored.filter(
        (other) => other.candidate !== candidate && areOneNumber(candidate, other.candidate),
      );
      const from = policy.kyb.registry.name_agrees_from;
      return score >= from || namesakes.every((other) => other.score < from);
    });
  const groups = groupByKey(kept.map(({ candidate }) => candidate));
  const best = Math.min(...groups.map(rankOf));
  const leading = groups.filter((group) => rankOf(group) === best);
  const strangers = groups
    .filter((group) => !leading.includes(group) && rankOf(group) < FOUND_BY.indexOf('name'))
    .flat();
  const meant = leading.length > 1 ? narrow(leading, company, similarity) : leading;
  const [records = []] = meant.map((group) => takeBestOfEach(group, company, similarity));
  const [first = []] = records;
  if (meant.length > 1 || first.length > 1) return { records: [], ambiguous: meant.flat(), strangers };
  return { records: records.flatMap((own) => own.slice(0, 1)), ambiguous: [], strangers };
}

/** Returns the best score of the name against the names of a record. */
export function nameScore(name: string, { name: own, otherNames }: RegisterCompany, { names }: Similarity): number {
  return Math.max(names(name, own), ...otherNames.map((other) => names(name, other.name)));
}

function areOneNumber(a: Candidate, b: Candidate): boolean {
  return a.register.id === b.register.id && a.foundBy === b.foundBy && a.foundBy !== 'name';
}

function groupByKey(candidates: readonly Candidate[]): Candidate[][] {
  const groups: { keys: Set<string>; members: Candidate[] }[] = [];
  for (const candidate of candidates) {
    const joined = groups.filter(({ keys }) => candidate.company.keys.some((key) => keys.has(key)));
    const rest = groups.filter((group) => !joined.includes(group));
    const keys = new Set([...joined.flatMap((group) => [...group.keys]), ...candidate.company.keys]);
    groups.splice(0, groups.length, ...rest, {
      keys,
      members: [...joined.flatMap(({ members }) => members), candidate],
    });
  }
  return groups.map(({ members }) => members);
}

const rankOf = (group: readonly Candidate[]): number =>
  Math.min(...group.map(({ foundBy }) => FOUND_BY.indexOf(foundBy)));

/**
 * Returns the record to use from each register, the most trusted register first. A record found by the most reliable number goes
 * first, then the best name, then the only active one, because registers hold some records twice. Returns several if one number
 * belongs to several companies, or if nothing distinguishes them.
 */
function takeBestOfEach(group: readonly Candidate[], company: Company, similarity: Similarity): Candidate[][] {
  const sorted = group.toSorted(byTrust(company.country));
  const ids = new Set(sorted.map(({ register }) => register.id));
  return [...ids].map((id) => {
    const own = sorted.filter(({ register }) => register.id === id);
    const surest = own.filter(({ foundBy }) => FOUND_BY.indexOf(foundBy) === rankOf(own));
    if (new Set(surest.map((one) => one.company.keys[0])).size < surest.length) return surest;
    const scores = surest.map((one) => nameScore(company.legal_name, one.company, similarity));
    const named = surest.filter((_, at) => (scores[at] ?? 0) >= Math.max(...scores) - NAME_SCORE_STEP);
    const active = named.filter((one) => one.company.status === 'active');
    return active.length === 1 ? active : named;
  });
}

/**
 * Narrows companies of one name to those with the best name, and of these to those with the same address or day of incorporation, if there are any.
 */
function narrow(groups: readonly Candidate[][], company: Company, similarity: Similarity): Candidate[][] {
  const scores = groups.map((group) =>
    Math.max(...group.map((one) => nameScore(company.legal_name, one.company, similarity))),
  );
  const best = Math.max(...scores);
  const named = groups.filter((_, at) => (scores[at] ?? 0) >= best - NAME_SCORE_STEP);
  const placed = named.filter((group) => group.some((one) => fitsOtherwise(one.company, company, similarity)));
  return placed.length > 0 ? placed : named;
}

function fitsOtherwise(record: RegisterCompany, company: Company, similarity: Similarity): boolean {
  if (company.incorporation_date !== undefined && company.incorporation_date === record.incorporatedOn) return true;
  const address = scoreAddress(company.address, record.address, similarity.words);
  return address !== null && (address.samePostalCode || address.sameCity);
}

/** The register that holds all of the country's companies goes first, then fresh ones, then the newest. */
function byTrust(country: string): (a: Candidate, b: Candidate) => number {
  return ({ register: a }, { register: b }) =>
    Number(b.completeFor.includes(country)) - Number(a.completeFor.includes(country)) ||
    Number(a.stale) - Number(b.stale) ||
    b.dated.localeCompare(a.dated);
}
