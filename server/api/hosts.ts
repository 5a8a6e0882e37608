import type { RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Listening everywhere is no name: browsers reach this machine by it from any page. */
const EVERYWHERE = ['0.0.0.0', '[::]'];

/**
 * Refuses a Host header that is not ours: a page of another site whose name was made to point at this machine (DNS
 * rebinding) sends its own name. Ports are not compared, since a tunnel may change them.
 */
export function hostAllowList(config: { host: string; allowedHosts: readonly string[] }): RequestHandler {
  const names = [config.host, ...config.allowedHosts].map(normalise);
  const allowed = new Set([...LOOPBACK, ...names.filter((name) => !EVERYWHERE.includes(name))]);
  return (req, _res, next) => {
    const name = hostName(req.get('host') ?? '');
    if (name !== null && allowed.has(name)) return next();
    next(
      new AppError(
        'misdirected_host',
        'This host name is not allowed. An administrator can add it to CUSTOS_ALLOWED_HOSTS.',
      ),
    );
  };
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
