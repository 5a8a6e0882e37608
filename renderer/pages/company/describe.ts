import { formatCountry, formatList } from '../../text/format.ts';
import { t, textFor } from '../../text/text.ts';
import { COMPANY, type Party, type Share } from './parties.ts';
import { formatPercent } from './percent.ts';

/** All that the chart tells of somebody, in one sentence after the other. */
export function describeParty(party: Party, shares: readonly Share[], names: ReadonlyMap<string, string>): string {
  const told = [
    party.name || t('company.nameless'),
    // As it is drawn, so that whoever says what they see is understood (WCAG 2.2, 2.5.3).
    party.id === COMPANY && t('company.this'),
    party.owner && t('company.effective_of', { percent: formatPercent(party.owner.percent) }),
    ...party.marks.map((mark) => t(`company.mark.${mark}`)),
    party.id !== COMPANY && t(party.type === 'person' ? 'company.is_person' : 'company.is_company'),
    owns(party, shares, names),
    ownedBy(party, shares, names),
    countryOf(party),
    party.ubo?.verification_status &&
      t('company.kyc_is', { state: textFor(`status.${party.ubo.verification_status}`) ?? '' }),
  ];
  return told.filter(Boolean).join('. ');
}

function owns({ id }: Party, shares: readonly Share[], names: ReadonlyMap<string, string>): string | null {
  const own = shares.filter(({ owner }) => owner === id);
  if (own.length === 0) return null;
  const what = own.map(({ owned, percent }) =>
    t('company.share_of', { percent: formatPercent(percent), name: names.get(owned) ?? '' }),
  );
  return t('company.owns', { what: formatList(what) });
}

function ownedBy({ id }: Party, shares: readonly Share[], names: ReadonlyMap<string, string>): string | null {
  const held = shares.filter(({ owned }) => owned === id);
  if (held.length === 0) return null;
  const who = held.map(({ owner, percent }) =>
    t('company.share_by', { percent: formatPercent(percent), name: names.get(owner) ?? '' }),
  );
  return t('company.owned_by', { who: formatList(who) });
}

export function countryOf({ ubo }: Pick<Party, 'ubo'>): string | null {
  const code = ubo?.country ?? ubo?.nationality;
  return code ? formatCountry(code) : null;
}
