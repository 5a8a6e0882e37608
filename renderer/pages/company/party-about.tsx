import { birthText } from '../../parts/dates.ts';
import { Facts, StatusPill } from '../../parts/values.tsx';
import { plural, t } from '../../text/text.ts';
import { fieldLabel, fieldValue } from '../../text/words.ts';
import { countryOf, largestShares } from './describe.ts';
import { Marks } from './owner-table.tsx';
import { COMPANY, formatPercent, type Party, type Share } from './parties.ts';

interface PartyAboutProps {
  party: Party;
  shares: readonly Share[];
  parties: readonly Party[];
}

/** What is known of whoever is chosen on the chart. */
export function PartyAbout({ party, shares, parties }: PartyAboutProps) {
  const { ubo, owner, hits } = party;
  const names = new Map(parties.map(({ id, name }) => [id, name]));
  const list = (side: 'owner' | 'owned', other: 'owner' | 'owned') => {
    const { first, more } = largestShares(shares, side, party.id);
    if (first.length === 0) return null;
    return (
      <ul>
        {first.map((share, i) => (
          <li key={i}>
            {formatPercent(share.percent)} <bdi>{names.get(share[other]) || t('company.nameless')}</bdi>
          </li>
        ))}
        {more > 0 && <li class="faint">{plural('company.more', more)}</li>}
      </ul>
    );
  };
  const state = ubo?.verification_status;
  const born = ubo && birthText(ubo);
  return (
    <div class="party-about">
      <header>
        <h3>
          <bdi>{party.name || t('company.nameless')}</bdi>
        </h3>
        <Marks marks={party.marks} />
      </header>
      <Facts
        items={[
          [
            t('company.kind'),
            t(
              party.id === COMPANY
                ? 'company.this'
                : party.type === 'person'
                  ? 'company.is_person'
                  : 'company.is_company',
            ),
          ],
          [t('company.effective'), owner && formatPercent(owner.percent)],
          [t('company.owns_list'), list('owner', 'owned')],
          [t('company.owned_list'), list('owned', 'owner')],
          [fieldLabel('country'), countryOf(party)],
          [fieldLabel('date_of_birth'), born && fieldValue('dob', born)],
          [fieldLabel('registration_number'), ubo?.registration_number],
          [
            t('label.verification'),
            state && state !== 'erased' && ubo?.verification_id && (
              <a href={`/verifications/${ubo.verification_id}`}>
                <StatusPill status={state} />
              </a>
            ),
          ],
          [t('nav.lists'), hits.length > 0 && <a href="#hits">{plural('people.hits', hits.length)}</a>],
          [t('company.named_by'), ubo === null && party.id !== COMPANY && t('company.source.register')],
        ]}
      />
    </div>
  );
}
