import { isSureDate } from '../checks/dates.ts';
import { identityReadings } from '../checks/documents.ts';
import { checkScreening } from '../checks/screening.ts';
import type { DocumentReading, ScreeningResult } from '../checks/types.ts';
import type { Policy } from '../decision/policy.ts';
import { must } from '../lib/assert.ts';
import type { SearchQuery } from '../screening/search.ts';
import type { Verification } from '../verifications/types.ts';
import type { Step } from './step.ts';

type Search = { source: 'submitted' | 'read'; query: SearchQuery };

/** Searches the lists for the submitted name and for each name that was read, each with its own facts. */
export const screeningStep: Step<'screening'> = {
  name: 'screening',
  async run({ verification, results, watchlists, nowMs, policy }) {
    const readings = identityReadings(must(results.read, 'reading comes before screening').documents);
    const searches = [...submittedSearch(verification), ...readings.flatMap((reading) => readSearch(reading, policy))];
    const searched: ScreeningResult['searched'] = searches.map(({ source, query }) => ({ source, name: query.name }));
    const hits = searches.flatMap(({ query }) => watchlists.search(query));
    return checkScreening({ hits, lists: watchlists.lists(nowMs), searched, ready: true, policy });
  },
};

function submittedSearch({ submission }: Verification): Search[] {
  const { first_name, last_name, dob, nationality } = submission.applicant;
  const name = fullName(first_name, last_name);
  return name === '' ? [] : [{ source: 'submitted', query: { name, ...facts(dob, nationality, []) } }];
}

/** A birth date that may be misread is left out: it would hide an entry by contradicting it. */
function readSearch(reading: DocumentReading, policy: Policy): Search[] {
  const { fields } = reading;
  const name = fullName(fields.first_name?.value, fields.last_name?.value);
  if (name === '') return [];
  const identifiers = [fields.document_number?.value, fields.id_number?.value].filter((value) => value !== undefined);
  const birthDate = isSureDate(reading, 'date_of_birth', policy) ? fields.date_of_birth?.value : undefined;
  return [{ source: 'read', query: { name, ...facts(birthDate, fields.nationality?.value, identifiers) } }];
}

function fullName(first: string | undefined, last: string | undefined): string {
  return [first, last].filter(Boolean).join(' ');
}

function facts(
  birthDate: string | undefined,
  country: string | undefined,
  identifiers: string[],
): Partial<SearchQuery> {
  return {
    ...(birthDate === undefined ? {} : { birthDate }),
    // A document may carry a code that is no country's, such as UTO; it would contradict every entry.
    ...(country === undefined || !/^[A-Z]{2}$/.test(country) ? {} : { countries: [country] }),
    identifiers,
  };
}
