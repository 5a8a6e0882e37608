import type { JsonObject } from '../../datasets/json-lines.ts';
import type { RegisterOwnership } from '../types.ts';
import type { BodsLink } from './bods-statement.ts';
import { isoDay, partOf, textOf } from './records.ts';

type Percent = RegisterOwnership['percent'];

/** The interest that is a share of the company. Others are control without a percentage. */
const SHARES = 'shareholding';

/** Returns the shares and interests of a link, or a reason if it ended at an unknown date. */
export function makeHold(link: BodsLink): Pick<RegisterOwnership, 'percent' | 'interests' | 'from' | 'until'> | string {
  const standing = link.interests.filter((interest) => endOf(interest) === null);
  const hasEnded = link.closedOn !== null || (standing.length === 0 && link.interests.length > 0);
  const until = hasEnded ? (latest(link.interests.map(endOf)) ?? (link.closedOn || null)) : null;
  if (hasEnded && until === null) return 'ended_without_date';
  const told = standing.length > 0 ? standing : link.interests;
  const starts = told.map((interest) => isoDay(textOf(interest, 'startDate'))).filter((day) => day !== null);
  return {
    percent: told.map(percentOf).reduce(larger, null),
    interests: [...new Set(told.map(wordsOf))],
    from: starts.toSorted()[0] ?? null,
    until,
  };
}

function endOf(interest: JsonObject): string | null {
  return isoDay(textOf(interest, 'endDate'));
}

function latest(days: readonly (string | null)[]): string | null {
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** A company's shares are stated several times if one is a part of another, so they are not added up. */
function larger(one: Percent, other: Percent): Percent {
  if (one === null || other === null) return one ?? other;
  return other.min > one.min ? other : one;
}

/**
 * Returns the share of a shareholding: `exact`, or from `minimum` to `maximum`. In 0.4 an exclusive bound has a separate name
 * (`exclusiveMinimum: 25`). Before, a flag marked it (`minimum: 25, exclusiveMinimum: true`).
 */
function percentOf(interest: JsonObject): Percent {
  const share = partOf(interest, 'share');
  if (textOf(interest, 'type') !== SHARES) return null;
  const exact = numberIn(share, 'exact');
  const [least, most] = [boundOf(share, 'inimum'), boundOf(share, 'aximum')];
  if (exact === null && least === null && most === null) return null;
  const min = exact ?? least ?? 0;
  const max = exact ?? most ?? 100;
  return min >= 0 && min <= max && max <= 100 ? { min, max } : null;
}

function boundOf(share: JsonObject, name: 'inimum' | 'aximum'): number | null {
  return numberIn(share, `m${name}`) ?? numberIn(share, `exclusiveM${name}`);
}

function numberIn(share: JsonObject, name: string): number | null {
  const value = share[name];
  return typeof value === 'number' ? value : null;
}

/** `shareholding`, `votingRights (indirect)`, followed by a colon and the publisher's own words. */
function wordsOf(interest: JsonObject): string {
  const type = textOf(interest, 'type') || 'unknownInterest';
  const way = textOf(interest, 'directOrIndirect') || textOf(interest, 'interestLevel');
  const details = textOf(interest, 'details');
  return `${type}${way === 'indirect' ? ' (indirect)' : ''}${details === '' ? '' : `: ${details}`}`;
}
