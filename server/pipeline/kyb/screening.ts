import { checkKybScreening } from '../../checks/kyb/screening.ts';
import { must } from '../../lib/assert.ts';
import { canBeSearched } from '../../names/prepare.ts';
import { ALGORITHM_VERSION } from '../../names/version.ts';
import { screenSubjects } from '../screen-subjects.ts';
import { type Party, partiesOf } from './parties.ts';
import type { KybStep } from './step.ts';

/**
 * Searches the lists for the company and every party named around it, each as a separate subject. Waits for lists that are
 * loading. If they cannot be loaded, the checks report it.
 */
export const screeningStep: KybStep<'screening'> = {
  name: 'screening',
  async run({ verification, results, watchlists, dismissalsOf, nowMs, policy }) {
    const { id, livemode, submission } = verification;
    const parties = partiesOf(submission, must(results.registry, 'registers are searched before the watchlists'));
    const subjects = parties.map(({ party, searches }) => ({
      id,
      livemode,
      party,
      queries: searches.map(({ query }) => query),
    }));
    const { ready, hits, lists } = await screenSubjects({ watchlists, dismissalsOf, nowMs, policy }, subjects);
    const result = checkKybScreening({
      hits: parties.flatMap(({ party }, at) => (hits[at] ?? []).map((hit) => ({ ...hit, party }))),
      lists,
      searched: parties.flatMap(({ party, searches }) =>
        searches.map(({ source, query }) => ({ party, source, name: query.name, query })),
      ),
      unsearchable: parties.filter(hasUnsearchable).map(({ party }) => party),
      ready,
      submission,
      policy,
    });
    return { ...result, algorithm_version: ALGORITHM_VERSION };
  },
};

function hasUnsearchable({ searches }: Party): boolean {
  return searches.some(({ query }) => !canBeSearched(query.name, query.type === 'entity' ? 'organisation' : 'person'));
}
