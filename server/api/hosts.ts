import { domainToASCII } from 'node:url';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';
import { isFromOffice } from './office.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Addresses that mean all interfaces. They are not names of this machine: any page can reach it by them. */
const EVERYWHERE = ['0.0.0.0', '[::]'];

/**
 * Refuses a Host header that does not name this appliance. If another site's name is pointed at this machine (DNS rebinding), its page sends its
 * own name. Ports are not compared, because a tunnel may change them. From the office network the names in the certificate (`answersToOffice`, IPv6
 * without brackets) and the configured names are accepted, not the names of the machine itself. A proxy in between might read a request with
 * several hosts in another way. So the header may appear once only, and every host in the request must be accepted.
 */
export function hostAllowList(
  config: { host: string; allowedHosts: readonly string[] },
  answersToOffice: (host: string) => boolean,
): RequestHandler {
  const configured = config.allowedHosts.map((name) => normalise(asBrowsersWrite(name)));
  const named = [normalise(config.host), ...configured].filter((name) => !EVERYWHERE.includes(name));
  const allowed = new Set([...LOOPBACK, ...named]);
  const answers = (name: string, office: boolean): boolean =>
    office ? answersToOffice(name.replace(/^\[|\]$/g, '')) || configured.includes(name) : allowed.has(name);
  return (req, _res, next) => {
    const office = isFromOffice(req);
    const [header, ...others] = req.headersDistinct['host'] ?? [];
    // HTTP/1.0 allows requests without a Host. They name none of our hosts, so they are refused below.
    if (header === undefined && req.httpVersion !== '1.0') return next(new AppError('malformed_http', NO_HOST));
    const names = [header ?? '', ...hostOfTarget(req)].map(hostName);
    if (others.length === 0 && names.every((name) => name !== null && answers(name, office))) return next();
    next(new AppError('misdirected_host', office ? NOT_IN_CERTIFICATE : NOT_ALLOWED));
  };
}

const NO_HOST = 'The request has no Host header. Send one.';
const NOT_ALLOWED = 'This host name is not allowed. An administrator can add it to CUSTOS_ALLOWED_HOSTS.';
const NOT_IN_CERTIFICATE =
  'The certificate does not include this host name. Use a name that it includes, or ask an administrator for a certificate with this name.';

/** Returns the host in the request line (RFC 9112, section 3.2.2), if there is one. Browsers send none. */
function hostOfTarget({ url }: Request): string[] {
  if (url.startsWith('/') || url === '*') return [];
  return [/^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''];
}

/** Browsers send names with non-ASCII letters as Punycode. */
function asBrowsersWrite(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? name : domainToASCII(name);
}

/** Returns the name in a Host header without its port, in lower case, or null if it is invalid. */
function hostName(header: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[^:@/?#[\]]+)(?::\d{1,5})?$/i.exec(header);
  return match?.[1] === undefined ? null : normalise(match[1]);
}

function normalise(name: string): string {
  const lower = name.toLowerCase().replace(/\.$/, '');
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower;
}
