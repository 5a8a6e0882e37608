/** Where a filter or a name takes the login. */
export const LOGIN = '{login}';

/** Puts a login into a distinguished name (with `=`), or into another name that the directory accepts, such as `{login}@bank.example`. */
export function fillName(template: string, login: string): string | null {
  if (template.includes('=')) return template.replaceAll(LOGIN, () => escapeDnValue(login));
  return PLAIN_LOGIN.test(login) ? template.replaceAll(LOGIN, () => login) : null;
}

/** Escapes a value for a distinguished name (RFC 4514, 2.4). */
export function escapeDnValue(value: string): string {
  const escaped = value.replace(/["+,;<=>\\]/g, '\\$&').replaceAll('\0', '\\00');
  const startSafe = escaped.replace(/^[ #]/, '\\$&');
  // A space that is first and last is escaped once.
  return startSafe.length > 1 && startSafe !== '\\ ' ? startSafe.replace(/ $/, '\\ ') : startSafe;
}

/** A form of a distinguished name in which equal names are equal texts in practice: case and spaces around separators do not matter. */
export function comparableDn(dn: string): string {
  const parts =
    dn
      .normalize('NFC')
      .toLowerCase()
      .match(/(?:\\.|[^\\,;+=])+|[,;+=]/gs) ?? [];
  return parts.map((part) => part.replace(/^ +/, '').replace(/(?<!\\) +$/, '')).join('');
}

/** Names outside of distinguished names have no escaping, so only letters, digits and harmless marks may stand in. */
const PLAIN_LOGIN = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;
