import type { RegisterOwnership } from '../types.ts';

interface Nature {
  percent: { min: number; max: number } | null;
  /** Shares go before a right to surplus assets, which partnerships have instead. */
  isShares: boolean;
}

/** Bands already found: there are about two hundred natures, and millions of records. */
const found = new Map<string, Nature>();
/** More than there are, so that a file of nonsense does not fill the memory. */
const FOUND_MAX = 1_000;

const HOLDING =
  /^(ownership-of-shares|(?:part-)?right-to-share-surplus-assets)-(?:(\d+)-to-(\d+)|more-than-(\d+))-percent/;

/**
 * Returns what an owner holds by its `natures_of_control` (Companies House's `api-enumerations`, psc_descriptions.yml): the band of shares, held
 * personally or through a trust or firm; for a partnership, the band of its surplus assets. `25-to-50` is more than 25 and up to 50 percent,
 * `more-than-25` up to 100. Voting rights, appointments and influence are control without a percentage. Of several bands the highest counts.
 */
export function controlOf(natures: unknown): Pick<RegisterOwnership, 'percent' | 'interests'> {
  const interests = Array.isArray(natures) ? natures.filter((nature) => typeof nature === 'string') : [];
  let best: Nature | null = null;
  for (const nature of interests) {
    const read = natureOf(nature);
    if (read.percent !== null && (best === null || isMore(read, best))) best = read;
  }
  return { percent: best?.percent ? { ...best.percent } : null, interests };
}

function isMore(nature: Nature, than: Nature): boolean {
  if (nature.isShares !== than.isShares) return nature.isShares;
  return (nature.percent?.min ?? 0) > (than.percent?.min ?? 0);
}

function natureOf(text: string): Nature {
  const known = found.get(text);
  if (known !== undefined) return known;
  const [, holding, from, until, above] = HOLDING.exec(text) ?? [];
  const min = Number(from ?? above);
  const max = until === undefined ? 100 : Number(until);
  const nature = {
    percent: holding === undefined || !(min < max && max <= 100) ? null : { min, max },
    isShares: holding === 'ownership-of-shares',
  };
  if (found.size < FOUND_MAX) found.set(text, nature);
  return nature;
}
