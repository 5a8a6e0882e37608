import type { Policy } from '../decision/policy.ts';
import { concludeCheck } from './conclude.ts';
import { makeFinding } from './findings.ts';
import type { Finding, Hit, ScreeningResult, SearchedList } from './types.ts';

export interface ScreeningInput {
  /** What the search of `searched` gave; one entry may have come up for several names. */
  hits: readonly Hit[];
  lists: readonly SearchedList[];
  searched: ScreeningResult['searched'];
  policy: Policy;
}

/**
 * What the search of the watchlists means. Passed only where a name was searched in lists that are all fresh, and
 * nothing was found; a hit counts however old its list is; without one, a missing name or list or a stale list leaves
 * the check undone.
 */
export function checkScreening({ hits, lists, searched, policy }: ScreeningInput): ScreeningResult {
  const kept = keepHits(hits, policy);
  const undone = findUndone(lists, searched);
  const findings = [...kept.map(hitFinding), ...undone];
  const shown = { hits: kept, lists: [...lists], searched };
  if (kept.length === 0 && undone.length > 0) return { passed: null, findings, ...shown };
  return { ...concludeCheck(findings, policy), ...shown };
}

/** Each entry once, by its best hit, confirmed ones first, then by score; a weak confirmed hit is only a possible one. */
function keepHits(hits: readonly Hit[], { screening }: Policy): Hit[] {
  const graded = hits
    .filter(({ score }) => score >= screening.possible_from)
    .map((hit): Hit => (hit.score >= screening.confirmed_from ? hit : { ...hit, strength: 'possible' }))
    .sort((a, b) => Number(b.strength === 'confirmed') - Number(a.strength === 'confirmed') || b.score - a.score);
  const seen = new Set<string>();
  return graded.filter(({ list, entity }) => {
    const key = `${list.id} ${entity.id}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function hitFinding(hit: Hit): Finding {
  const evidence = { hit_id: hit.id, entity_id: hit.entity.id, list: hit.list.name, score: hit.score };
  return makeFinding(hit.strength === 'confirmed' ? 'hit_confirmed' : 'hit_possible', { evidence });
}

function findUndone(lists: readonly SearchedList[], searched: ScreeningInput['searched']): Finding[] {
  const findings: Finding[] = [];
  if (searched.length === 0) findings.push(makeFinding('name_missing'));
  if (lists.length === 0) findings.push(makeFinding('no_list_loaded'));
  for (const { id, name, version, age_days, stale } of lists) {
    if (!stale) continue;
    const evidence = { list_id: id, list: name, version, age_days };
    findings.push(makeFinding('list_stale', { evidence }));
  }
  return findings;
}
