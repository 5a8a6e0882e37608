import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const NAME_CHARS_MAX = 253;
/** RFC 1123, section 2.1: letters, digits and hyphens, none of these at an end. */
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

/** An address as browsers write it: IPv6 in small letters with its zeros left out (RFC 5952). Anything else stays as it is. */
export function canonicalAddress(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

export const isAddress = (name: string): boolean => isIP(name) !== 0;

/** Whether a text in small letters is a host name without a wildcard. */
export function isPlainName(name: string): boolean {
  return name.length <= NAME_CHARS_MAX && isIP(name) === 0 && name.split('.').every((label) => LABEL.test(label));
}

/** A name or address that a person typed as it stands in a certificate; null: it is neither. */
export function readName(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  if (isIP(text) !== 0) return canonicalAddress(text);
  // What is none of these the function below would read as the beginning of an address.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return null;
  const name = domainToASCII(text.replace(/\.$/, ''));
  // What looks like an address and is none is no name either (WHATWG URL, "ends in a number").
  return isPlainName(name) && !/(?:^|\.)\d+$/.test(name) ? name : null;
}

/**
 * The names and addresses of a certificate, from the text that `X509Certificate.subjectAltName` gives. What browsers do not compare with
 * an address (mail, URIs) and what that text quotes, because it could be misread, is left out.
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

/** Whether a certificate with these names is one for this host; a wildcard stands for one label (RFC 9525, section 6.3). */
export function namesHost(names: readonly string[], host: string): boolean {
  if (isIP(host) !== 0) return names.includes(host);
  return isPlainName(host) && (names.includes(host) || names.includes(host.replace(/^[^.]+/, '*')));
}

/** The address to type in a browser. */
export function urlOf(name: string, port: number): string {
  return `https://${isIP(name) === 6 ? `[${name}]` : name}${port === 443 ? '' : `:${port}`}`;
}
