import type { ScreeningQueryBody, ScreeningResultAnswer } from '../../../server/contract/screenings.ts';

/** The empty form. */
export const EMPTY_FORM = {
  name: '',
  type: '' as '' | 'person' | 'entity' | 'vessel' | 'aircraft',
  /** As much as is known: `1990-05-31`, `1990-05`, `1990` or `1988/1992`. */
  dob: '',
  country: '',
  /** The kinds of `server/lib/identifiers`. */
  identifierKind: 'number',
  identifier: '',
  address: '',
  threshold: '',
};

export type QueryForm = Readonly<typeof EMPTY_FORM>;

/** Returns the request body: only filled fields. */
export function queryOf(form: QueryForm): ScreeningQueryBody {
  const given = (text: string): string | undefined => text.trim() || undefined;
  const [name, country, address] = [form.name, form.country, form.address].map(given);
  const dob = given(form.dob.replaceAll(/\s/g, ''));
  const value = given(form.identifier);
  return {
    ...(name && { name }),
    ...(form.type && { type: form.type }),
    ...(dob && { dob }),
    ...(country && { countries: [country.toUpperCase()] }),
    ...(value && { identifiers: [{ kind: form.identifierKind, value }] }),
    ...(address && { address }),
    ...(form.threshold.trim() && { threshold: Number(form.threshold.replace(',', '.')) }),
  } as ScreeningQueryBody;
}

const HEAD = [
  'score',
  'strength',
  'matched_name',
  'entity',
  'type',
  'topics',
  'birth_dates',
  'countries',
  'programs',
  'list',
  'version',
  'entity_id',
  'ruled_out',
];

/** Returns the hits as rows for a spreadsheet, with a header row. */
export function rowsOf({ hits }: Pick<ScreeningResultAnswer, 'hits'>): (string | number)[][] {
  return [
    HEAD,
    ...hits.map(({ score, strength, matched_name: name, entity, list, ruled_out }) => [
      score,
      strength,
      name,
      entity.name,
      entity.type,
      entity.topics.join('; '),
      entity.birth_dates.join('; '),
      entity.countries.join('; '),
      entity.programs.join('; '),
      list.code,
      list.version,
      entity.id,
      ruled_out?.explanation ?? '',
    ]),
  ];
}
