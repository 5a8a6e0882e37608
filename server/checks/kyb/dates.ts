import type { Policy } from '../../decision/policy.ts';
import { spanOf, spansMeet } from '../../lib/date-spans.ts';
import { makeFinding } from '../findings.ts';
import { submittedBirth } from '../read-values.ts';
import type { Finding } from '../types.ts';
import type { Company, Representative, Ubo } from './types.ts';

interface Submitted {
  company: Pick<Company, 'incorporation_date'>;
  representatives: readonly Pick<Representative, 'dob' | 'birth_date'>[];
  ubos: readonly Pick<Ubo, 'dob' | 'birth_date'>[];
}

/**
 * Submitted dates that cannot be: of incorporation after `today` (YYYY-MM-DD), of birth after it or too far back. A wrong
 * birth date would tell somebody on a list apart from themselves.
 */
export function checkDates({ company, representatives, ubos }: Submitted, today: string, policy: Policy): Finding[] {
  const { incorporation_date } = company;
  const earliest = `${Number(today.slice(0, 4)) - policy.reading.age_years_max}${today.slice(4)}`;
  const possible = { from: earliest, to: today };
  const oddBirths = (list: string, people: Submitted['ubos']): Finding[] =>
    people.flatMap((person, at) => {
      const born = submittedBirth(person);
      if (born === null || spansMeet(spanOf(born), possible)) return [];
      const field = person.dob === undefined ? 'birth_date' : 'dob';
      return [makeFinding('birth_date_implausible', { field: `${list}[${at}].${field}` })];
    });
  return [
    ...(incorporation_date !== undefined && incorporation_date > today
      ? [makeFinding('incorporation_date_in_future', { field: 'company.incorporation_date' })]
      : []),
    ...oddBirths('representatives', representatives),
    ...oddBirths('ubos', ubos),
  ];
}
