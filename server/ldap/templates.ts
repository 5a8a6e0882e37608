import { AndFilter, EqualityFilter, type Filter, FilterParser, NotFilter, OrFilter, PresenceFilter } from 'ldapts';
import { LOGIN } from './names.ts';

/** A search for one person, made from a filter of the settings. */
export interface PersonSearch {
  filter: Filter;
  /** What the entry must hold, apart from case: attributes in lower case, with the value that the person typed. */
  typed: readonly { attribute: string; value: string }[];
}

/** Why a filter of the settings cannot be used, or null. */
export function filterProblem(template: string): 'not_a_filter' | 'no_login' | 'login_not_compared' | null {
  // The parser reads an escaped octet as one character, which is wrong beyond ASCII. Letters need no escaping.
  if (/\\[89a-f][\da-f]/i.test(template)) return 'not_a_filter';
  let filter: Filter;
  try {
    filter = FilterParser.parseString(template);
  } catch {
    return 'not_a_filter';
  }
  const places = placesOf(filter);
  if (places.length === 0) return 'no_login';
  // Under "not", or in a comparison that is not exact, a login would let in other people.
  return places.includes('elsewhere') ? 'login_not_compared' : null;
}

/**
 * Puts a login into a filter. The filter is parsed before, so the login is one value of the parsed filter, sent with its length: no character of it
 * can end the value or begin another part (the escaping of RFC 4515 is for filters written as text).
 * @param template must have no `filterProblem`
 */
export function searchForLogin(template: string, login: string): PersonSearch {
  const typed: PersonSearch['typed'][number][] = [];
  const filter = replaceLogin(FilterParser.parseString(template), (part, value) => {
    const filled = value.replaceAll(LOGIN, () => login);
    typed.push({ attribute: part.attribute.toLowerCase(), value: filled });
    return new EqualityFilter({ attribute: part.attribute, value: filled });
  });
  return { filter, typed };
}

/** Returns the attributes, in lower case, that a filter compares with the login. */
export const loginAttributes = (template: string): string[] =>
  searchForLogin(template, '').typed.map(({ attribute }) => attribute);

/** The same filter for everyone: the attribute that is compared with the login must only be there. */
export function filterForAnyone(template: string): Filter {
  return replaceLogin(FilterParser.parseString(template), ({ attribute }) => new PresenceFilter({ attribute }));
}

function replaceLogin(filter: Filter, replace: (part: EqualityFilter, value: string) => Filter): Filter {
  const inner = (parts: Filter[]): Filter[] => parts.map((part) => replaceLogin(part, replace));
  if (filter instanceof AndFilter) return new AndFilter({ filters: inner(filter.filters) });
  if (filter instanceof OrFilter) return new OrFilter({ filters: inner(filter.filters) });
  if (filter instanceof NotFilter) return new NotFilter({ filter: replaceLogin(filter.filter, replace) });
  if (filter instanceof EqualityFilter && String(filter.value).includes(LOGIN))
    return replace(filter, String(filter.value));
  return filter;
}

/** Where a filter takes the login: as the whole or a part of one compared value, or elsewhere. */
function placesOf(filter: Filter): ('value' | 'elsewhere')[] {
  if (filter instanceof AndFilter || filter instanceof OrFilter) return filter.filters.flatMap(placesOf);
  const { attribute, value } =
    filter instanceof EqualityFilter ? filter : { attribute: JSON.stringify(filter), value: '' };
  if (attribute.includes(LOGIN)) return ['elsewhere'];
  return String(value).includes(LOGIN) ? ['value'] : [];
}
