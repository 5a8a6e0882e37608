import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const NAME_CHARS_MAX = 253;
/** RFC 1123, section 2.1: letters, digits and hyphens, with no hyphen at either end. */
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

/** Returns an address as browsers write it: IPv6 in lower case with its zeros shortened (RFC 5952). Other texts stay unchanged. */
export function canonicalAddress(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

export const isAddress = (name: string): boolean => isIP(name) !== 0;

/** Whether a text in lower case is a host name without a wildcard. */
export function isPlainName(name: string): boolean {
  return name.length <= NAME_CHARS_MAX && isIP(name) === 0 && name.split('.').every((label) => LABEL.test(label));
}

/** Returns a typed name or address as it appears in a certificate; null if it is neither. */
export function readName(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  if (isIP(text) !== 0) return canonicalAddress(text);
  // The function below would read any other text as the beginning of an address.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return null;
  const name = domainToASCII(text.replace(/\.$/, ''));
  // A name that looks like an invalid address is not a name either (WHATWG URL, "ends in a number").
  return isPlainName(name) && !/(?:^|\.)\d+$/.test(name) ? name : null;
}

/**
 * Returns the names and addresses of a certificate, from the text of `X509Certificate.subjectAltName`. Leaves out what browsers do not compare with
 * an address (mail, URIs) and what that text quotes because it could be misread.
 */
export function certificateNames(subjectAltName: string | undefined): string[] {
  const found = (subjectAltName ?? '').split(', ').flatMap((entry) => {
    const [, kind, value = ''] = /^(DNS|IP Address):(.+)$/.exec(entry) ?? [];
    if (kind === 'IP Address') return isIP(value) === 0 ? [] : [canonicalAddress(value)];
    const name = value.toLowerCase();
    return kind === 'DNS' && isPlainName(name.replace(/^\*\./, '')) ? [name] : [];
  });
  return [...new Set(found)];
}

/** Whether a certificate with these names is valid for this host; a wildcard stands for one label (RFC 9525, section 6.3). */
export function namesHost(names: readonly string[], host: string): boolean {
  if (isIP(host) !== 0) return names.includes(host);
  return isPlainName(host) && (names.includes(host) || names.includes(host.replace(/^[^.]+/, '*')));
}

/** Returns the address to type in a browser. */
export function urlOf(name: string, port: number): string {
  return `https://${isIP(name) === 6 ? `[${name}]` : name}${port === 443 ? '' : `:${port}`}`;
}
