import { isSureDate } from '../checks/dates.ts';
import { identityReadings } from '../checks/documents.ts';
import type { Policy } from '../checks/policy.ts';
import { namesOf, submittedBirth } from '../checks/read-values.ts';
import { checkScreening } from '../checks/screening.ts';
import type { DocumentReading, KycResults, ScreeningResult } from '../checks/types.ts';
import { must } from '../lib/assert.ts';
import { canBeSearched } from '../names/prepare.ts';
import { ALGORITHM_VERSION } from '../names/version.ts';
import type { SearchQuery } from '../screening/search.ts';
import type { Verification } from '../verifications/types.ts';
import { addressLine, fullName, screenSubjects, tiedTo } from './screen-subjects.ts';
import type { Step } from './step.ts';

type Search = Pick<ScreeningResult['searched'][number], 'source'> & { query: SearchQuery };
type Facts = Omit<SearchQuery, 'name' | 'type'>;

/**
 * Searches the lists for the submitted name and for each name that was read, each with its own facts. Waits for lists that are
 * loading. If they cannot be loaded, the check reports it.
 */
export const screeningStep: Step<'screening'> = {
  name: 'screening',
  async run({ verification, results, watchlists, dismissalsOf, nowMs, policy }) {
    const read = must(results.read, 'reading comes before screening');
    const fromChip = (results.authenticity?.readings ?? []).flatMap((reading) => readSearch(reading, policy));
    const searches = withoutRepeats([...submittedSearch(verification), ...readSearches(read, policy)], fromChip);
    // Characters that are not a name find nothing, so such a search does not count.
    const searched: ScreeningResult['searched'] = searches
      .filter(({ query }) => canBeSearched(query.name, 'person'))
      .map(({ source, query }) => ({ source, name: query.name, query }));
    const queries = searches.map(({ query }) => query);
    const subject = { id: verification.id, livemode: verification.livemode, party: null, queries };
    const { ready, hits, lists } = await screenSubjects({ watchlists, dismissalsOf, nowMs, policy }, [subject]);
    const result = checkScreening({ hits: hits.flat(), lists, searched, ready, policy });
    return { ...result, algorithm_version: ALGORITHM_VERSION };
  },
};

/** A chip mostly repeats what the MRZ says. */
function withoutRepeats(searches: Search[], more: Search[]): Search[] {
  const known = new Set(searches.map(({ query }) => JSON.stringify(query)));
  return [...searches, ...more.filter(({ query }) => !known.has(JSON.stringify(query)))];
}

function submittedSearch({ submission }: Verification): Search[] {
  const { first_name, last_name, nationality, address } = submission.applicant;
  const birthDate = submittedBirth(submission.applicant);
  const name = fullName(first_name, last_name);
  if (name === '') return [];
  const facts = {
    ...(birthDate === null ? {} : { birthDate }),
    ...countriesOf(nationality),
    ...addressLine(address),
  };
  return [searchFor('submitted', name, facts)];
}

/** A corrected name is searched in addition to the one that was read, so that no correction hides a hit. */
function readSearches({ documents, as_read = documents }: NonNullable<KycResults['read']>, policy: Policy): Search[] {
  const read = identityReadings(as_read).flatMap((reading) => readSearch(reading, policy));
  const known = new Set(read.map(({ query }) => JSON.stringify(query)));
  const corrected = identityReadings(documents).flatMap((reading) => readSearch(reading, policy));
  const others = corrected.filter(({ query }) => !known.has(JSON.stringify(query)));
  return [
    ...read,
    ...others.map((search) => (search.source === 'read' ? { ...search, source: 'corrected' as const } : search)),
  ];
}

/** Searches by each form of the name. A birth date that may be misread is left out: it would hide an entry by contradicting it. */
function readSearch(reading: DocumentReading, policy: Policy): Search[] {
  const { fields } = reading;
  const birthDate = isSureDate(reading, 'date_of_birth', policy) ? fields.date_of_birth?.value : undefined;
  const facts = {
    ...(birthDate === undefined ? {} : { birthDate }),
    ...genderOf(reading),
    ...countriesOf(fields.nationality?.value),
    identifiers: numbersOf(reading),
  };
  return namesOf(reading).map(({ name, transliterated }) =>
    searchFor(transliterated ? 'transliterated' : 'read', fullName(name.first, name.last), facts),
  );
}

function searchFor(source: Search['source'], name: string, facts: Facts): Search {
  return { source, query: { name, type: 'person', ...facts } };
}

/** A document may have a code that is no country's, such as UTO. It would contradict every entry. */
function countriesOf(country: string | undefined): Pick<Facts, 'countries'> {
  return country === undefined || !/^[A-Z]{2}$/.test(country) ? {} : tiedTo(country);
}

/** A printed sex may be misread, and would then lower every score: only an MRZ that is valid as a whole is trusted. */
function genderOf({ fields, mrz }: DocumentReading): Pick<Facts, 'gender'> {
  if (fields.sex?.source !== 'mrz' || !mrz?.valid) return {};
  if (fields.sex.value === 'M') return { gender: 'male' };
  return fields.sex.value === 'F' ? { gender: 'female' } : {};
}

/** The names that lists use for the number of a document. */
const NUMBER_KINDS: Partial<Record<DocumentReading['type'], string>> = {
  passport: 'passport',
  national_id: 'national_id',
  driving_license: 'driving_license',
};

function numbersOf({ type, fields }: DocumentReading): NonNullable<Facts['identifiers']> {
  const country = fields.issuing_country?.value;
  const issued = country !== undefined && /^[A-Z]{2}$/.test(country) ? { country } : {};
  const kind = NUMBER_KINDS[type];
  const numbers = [fields.document_number?.value, fields.id_number?.value].filter((value) => value !== undefined);
  return [...new Set(numbers)].map((value) => ({ value, ...(kind === undefined ? {} : { kind }), ...issued }));
}
