import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { formatTag } from '../../text/locale.ts';

type Ownership = KybVerificationAnswer['ownership'];
export type PartyHit = KybVerificationAnswer['hits'][number];
export type ShareRange = Ownership['edges'][number]['percent'];
export type Share = Ownership['edges'][number];
type Owner = Ownership['owners'][number];
type Ubo = KybVerificationAnswer['ubos'][number];

export const COMPANY = 'company';

/** A party's most important facts, the most serious first. */
const MARKS = ['sanctioned', 'blocked', 'pep', 'hit', 'owner', 'open'] as const;
export type Mark = (typeof MARKS)[number];

/** A party on the chart, with all the record's data about it. */
export interface Party {
  id: string;
  name: string;
  type: 'person' | 'entity';
  /** The share in the company: in total, directly, and by chain; only for ultimate owners. */
  owner: Owner | null;
  marks: Mark[];
  /** Hits that neither a reviewer dismissed nor the policy ruled out. */
  hits: PartyHit[];
  /** As submitted; null: the company itself, or a party known only from a register. */
  ubo: Ubo | null;
}

/** Whether a hit is open. A reviewer's decision takes precedence over the machine and the policy. */
export function isOpen({
  dismissed,
  decision,
  ruled_out,
}: Pick<PartyHit, 'dismissed' | 'decision' | 'ruled_out'>): boolean {
  return decision ? decision.decision !== 'dismissed' : dismissed === undefined && ruled_out?.whole !== true;
}

const isSure = ({ strength, decision }: PartyHit): boolean =>
  strength === 'confirmed' || decision?.decision === 'confirmed';

/** Returns every party on the ownership chart. */
export function partiesOf(record: Pick<KybVerificationAnswer, 'ownership' | 'hits' | 'ubos'>): Party[] {
  const { ownership, ubos } = record;
  const placed = new Set(ownership.nodes.map(({ party }) => party));
  const open = record.hits.filter(isOpen);
  const blocked = blockedParties(ownership);
  return ownership.nodes.map(({ party, name, type }) => {
    // A party that was submitted several times appears once on the chart, with its first id.
    const ids = [party, ...ubos.filter((ubo) => !placed.has(ubo.id) && nameOf(ubo) === name).map(({ id }) => id)];
    const hits = open.filter((hit) => ids.includes(hit.party));
    const owner = ownership.owners.find((one) => one.party === party) ?? null;
    return {
      id: party,
      name,
      type,
      owner,
      hits,
      ubo: ubos.find(({ id }) => id === party) ?? null,
      marks: marksOf(hits, owner, blocked.has(party)),
    };
  });
}

function marksOf(hits: readonly PartyHit[], owner: Owner | null, blocked: boolean): Mark[] {
  const sure = hits.filter(isSure);
  const about = (...topics: string[]): boolean =>
    sure.some(({ entity, ruled_out, decision }) =>
      entity.topics.some((topic) => topics.includes(topic) && (decision || !ruled_out?.topics.includes(topic))),
    );
  const found: Record<Mark, boolean> = {
    sanctioned: about('sanction'),
    blocked,
    pep: about('pep', 'relative_or_associate'),
    hit: hits.some((hit) => !isSure(hit) || !about('sanction', 'pep', 'relative_or_associate')),
    owner: owner?.at_threshold === true && owner.type === 'person',
    open: owner?.at_threshold === true && owner.type === 'entity',
  };
  return MARKS.filter((mark) => found[mark]);
}

/**
 * Returns the parties that count as sanctioned because of their owners: companies on a chain from a listed owner; the verified company if the limit
 * is reached.
 */
function blockedParties({ sanctioned }: Ownership): Set<string> {
  const between = (sanctioned?.path ?? []).flatMap((way) => way.slice(1, -1));
  return new Set([...between, ...(sanctioned?.blocked ? [COMPANY] : [])]);
}

export function nameOf({ first_name: first, last_name: last, legal_name: legal }: Partial<Ubo>): string {
  return legal ?? [first, last].filter(Boolean).join(' ');
}

/** Returns the name of every party in the record, by its `party` value. */
export function namesOf(record: KybVerificationAnswer): Map<string, string> {
  return new Map([
    ...record.ownership.nodes.map(({ party, name }) => [party, name] as const),
    ...[...record.representatives, ...record.ubos].map((one) => [one.id, nameOf(one)] as const),
    [COMPANY, record.company.legal_name] as const,
  ]);
}

/** Returns the party of a field such as `ubos[1]` or `representatives[0].dob`. */
export function partyOfField(record: KybVerificationAnswer, field: string | undefined): string | null {
  const [, list, index] = /^(ubos|representatives)\[(\d+)\]/.exec(field ?? '') ?? [];
  if (!list) return null;
  return record[list as 'ubos' | 'representatives'][Number(index)]?.id ?? null;
}

/** Tolerance for floating-point errors in sums of shares. */
const NOISE_PERCENT = 1e-9;
/** Smaller shares show only their first digit. */
const SMALL_PERCENT = 0.01;

/** Formats a percentage such as "33.33%", or a range if a register gives one. Truncated, never rounded up: 24.999% is not 25%. */
export function formatPercent({ min, max }: ShareRange): string {
  const isSmall = max > NOISE_PERCENT && max < SMALL_PERCENT;
  const format = new Intl.NumberFormat(formatTag(), {
    style: 'percent',
    roundingMode: 'trunc',
    ...(isSmall ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 2 }),
  });
  const shareOf = (percent: number): number => (percent + NOISE_PERCENT) / 100;
  return min === max ? format.format(shareOf(max)) : format.formatRange(shareOf(min), shareOf(max));
}
