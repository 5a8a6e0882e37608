import { formatCountry, formatList, plural, t, textFor } from '../../text/text.ts';
import { COMPANY, formatPercent, type Party, type Share } from './parties.ts';

/** Returns everything that the chart shows about a party, sentence by sentence. */
export function describeParty(party: Party, shares: readonly Share[], names: ReadonlyMap<string, string>): string {
  const told = [
    party.name || t('company.nameless'),
    // The same words as on the screen, so speech control works (WCAG 2.2, 2.5.3).
    party.id === COMPANY && t('company.this'),
    party.owner && t('company.effective_of', { percent: formatPercent(party.owner.percent) }),
    ...party.marks.map((mark) => t(`company.mark.${mark}`)),
    party.id !== COMPANY && t(party.type === 'person' ? 'company.is_person' : 'company.is_company'),
    sharesOf(party, 'owner', shares, names),
    sharesOf(party, 'owned', shares, names),
    countryOf(party),
    party.ubo?.verification_status &&
      t('company.kyc_is', { state: textFor(`status.${party.ubo.verification_status}`) ?? '' }),
  ];
  return told.filter(Boolean).join('. ');
}

/** Returns what a party owns, or its owners, each with the share. */
function sharesOf(
  { id }: Party,
  side: 'owner' | 'owned',
  shares: readonly Share[],
  names: ReadonlyMap<string, string>,
) {
  const { first, more } = largestShares(shares, side, id);
  if (first.length === 0) return null;
  const told = first.map(({ owner, owned, percent }) => {
    const name = names.get(side === 'owner' ? owned : owner) ?? '';
    return t(side === 'owner' ? 'company.share_of' : 'company.share_by', { percent: formatPercent(percent), name });
  });
  const what = listed(told, more);
  return side === 'owner' ? t('company.owns', { what }) : t('company.owned_by', { who: what });
}

const listed = (items: readonly string[], more: number): string =>
  more > 0 ? [...items, plural('company.more', more)].join(', ') : formatList(items);

/** The maximum number of shares listed for one party; the table lists all. */
const TOLD_MAX = 8;

/** Returns what a party owns, or its owners: the largest shares, and how many more there are. */
export function largestShares(
  shares: readonly Share[],
  side: 'owner' | 'owned',
  party: string,
): { first: Share[]; more: number } {
  const all = shares.filter((share) => share[side] === party).toSorted((a, b) => b.percent.max - a.percent.max);
  return { first: all.slice(0, TOLD_MAX), more: Math.max(0, all.length - TOLD_MAX) };
}

export function countryOf({ ubo }: Pick<Party, 'ubo'>): string | null {
  const code = ubo?.country ?? ubo?.nationality;
  return code ? formatCountry(code) : null;
}
