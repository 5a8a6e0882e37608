import type { Policy } from '../../decision/policy.ts';
import { makeFinding } from '../findings.ts';
import type { Finding } from '../types.ts';
import type { Company, Representative, Ubo } from './types.ts';

interface Submitted {
  company: Pick<Company, 'incorporation_date'>;
  representatives: readonly Pick<Representative, 'dob'>[];
  ubos: readonly Pick<Ubo, 'dob'>[];
}

/**
 * Submitted dates that cannot be: of incorporation after `today` (YYYY-MM-DD), of birth after it or too far back. A wrong
 * birth date would tell somebody on a list apart from themselves.
 */
export function checkDates({ company, representatives, ubos }: Submitted, today: string, policy: Policy): Finding[] {
  const { incorporation_date } = company;
  const earliest = `${Number(today.slice(0, 4)) - policy.reading.age_years_max}${today.slice(4)}`;
  const oddBirths = (list: string, people: readonly Pick<Ubo, 'dob'>[]): Finding[] =>
    people.flatMap(({ dob }, at) =>
      dob === undefined || (dob >= earliest && dob <= today)
        ? []
        : [makeFinding('birth_date_implausible', { field: `${list}[${at}].dob` })],
    );
  return [
    ...(incorporation_date !== undefined && incorporation_date > today
      ? [makeFinding('incorporation_date_in_future', { field: 'company.incorporation_date' })]
      : []),
    ...oddBirths('representatives', representatives),
    ...oddBirths('ubos', ubos),
  ];
}
