import { leiKey } from '../keys.ts';
import type { RegisterOwnership } from '../types.ts';
import { isoDay } from './records.ts';

/** Facts that a record states once, like `LEI_PATHS` for level 1. */
export const RELATION_PATHS = {
  /** The consolidated company. */
  child: 'Relationship.StartNode.NodeID',
  /** The consolidating company. */
  parent: 'Relationship.EndNode.NodeID',
  type: 'Relationship.RelationshipType',
  status: 'Relationship.RelationshipStatus',
  registrationStatus: 'Registration.RegistrationStatus',
  lastUpdate: 'Registration.LastUpdateDate',
} as const;

/** What a level 2 record of GLEIF says (RR-CDF 2.1), in any notation. Empty if it says nothing. */
export interface LeiRelation extends Record<keyof typeof RELATION_PATHS, string> {
  periods: { type: string; from: string; until: string }[];
  quantifiers: { amount: string; units: string }[];
}

/** Relationships that are a hold on a company. Others link funds, their managers and branches. */
const HOLDS = new Set(['IS_DIRECTLY_CONSOLIDATED_BY', 'IS_ULTIMATELY_CONSOLIDATED_BY']);
/** The period of the relationship itself. Other periods are those of accounts and documents. */
const OWN_PERIOD = 'RELATIONSHIP_PERIOD';
const VOID = new Set(['ANNULLED', 'DUPLICATE']);

/** Returns the ownership of a record, or the reason why there is none. The parent's name is in the level 1 data, so its LEI takes its place. */
export function makeLeiOwnership(relation: LeiRelation, fail: (reason: string) => never): RegisterOwnership | string {
  const owned = leiKey(relation.child) ?? fail('the start node is not an LEI of 20 letters and digits.');
  const owner = leiKey(relation.parent) ?? fail('the end node is not an LEI of 20 letters and digits.');
  if (!HOLDS.has(relation.type)) return 'other_relationship';
  if (VOID.has(relation.registrationStatus)) return `relationship_${relation.registrationStatus.toLowerCase()}`;
  const period = relation.periods.find(({ type }) => type === OWN_PERIOD || type === '');
  const hasEnded = relation.status !== 'ACTIVE' || relation.registrationStatus === 'RETIRED';
  const until = isoDay(period?.until ?? '') ?? (hasEnded ? isoDay(relation.lastUpdate) : null);
  if (hasEnded && until === null) return 'ended_without_date';
  return {
    owned,
    owner: {
      type: 'entity',
      name: relation.parent,
      keys: [owner],
      identifiers: [{ kind: 'lei', value: relation.parent }],
    },
    percent: percentOf(relation.quantifiers),
    interests: [relation.type],
    from: isoDay(period?.from ?? ''),
    until,
  };
}

/**
 * Returns the percentage of the quantifier in percent. `1.00` is all of it, as in GLEIF's own ontology. Any other value of 1 or
 * less may be a fraction of 1 or a percentage, and is ignored.
 */
function percentOf(quantifiers: LeiRelation['quantifiers']): RegisterOwnership['percent'] {
  const amount = Number(quantifiers.find(({ units }) => units === 'PERCENTAGE')?.amount || Number.NaN);
  const percent = amount === 1 ? 100 : amount;
  return percent > 1 && percent <= 100 ? { min: percent, max: percent } : null;
}
