import { domainToASCII } from 'node:url';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';
import { isFromOffice } from './office.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Listening everywhere is no name: browsers reach this machine by it from any page. */
const EVERYWHERE = ['0.0.0.0', '[::]'];

/**
 * Refuses a Host header that is not ours: a page of another site whose name was made to point at this machine (DNS
 * rebinding) sends its own name. Ports are not compared, since a tunnel may change them. From the office network the names of its
 * certificate are ours (`answersToOffice`, IPv6 without brackets), and those of this machine itself are not. Whatever stands in between might
 * understand a request that names several hosts in another way, so all that it names must be ours, and the header may come once.
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
    // HTTP/1.0 has requests without one; to none of ours are they addressed.
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

/** The host that the request line itself names (RFC 9112, section 3.2.2): browsers name none there. */
function hostOfTarget({ url }: Request): string[] {
  if (url.startsWith('/') || url === '*') return [];
  return [/^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''];
}

/** Names with other letters than those of ASCII go over the wire in Punycode. */
function asBrowsersWrite(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? name : domainToASCII(name);
}

/** The name of a Host header without its port, in small letters, or null where it is none. */
function hostName(header: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[^:@/?#[\]]+)(?::\d{1,5})?$/i.exec(header);
  return match?.[1] === undefined ? null : normalise(match[1]);
}

function normalise(name: string): string {
  const lower = name.toLowerCase().replace(/\.$/, '');
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower;
}
