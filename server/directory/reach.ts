import type { EgressLog } from '../audit/egress-log.ts';
import { AppError } from '../lib/errors.ts';
import { within } from '../lib/within.ts';
import type { DestinationPolicy } from '../webhooks/destination.ts';

/** Returns the address to connect to for a URL, and no other. Throws `directory_unavailable` naming the reason. */
export type Reach = (url: string, timeoutMs: number) => Promise<{ url: URL; address: string; port: number }>;

/** Why the log of outgoing connections says that one was made. */
const ALLOWED = 'directory';

/**
 * Only addresses of the site's own network, and never the appliance's own ports. The name is resolved once, and the caller connects to the address
 * that was judged. Each connection, made or refused, is in the log of outgoing connections.
 */
export function createReach(policy: DestinationPolicy, egress: Pick<EgressLog, 'note'>): Reach {
  return async (text, timeoutMs) => {
    const verdict = (await within(policy.judge(text), timeoutMs)) ?? ({ is: 'unresolved' } as const);
    if (verdict.is === 'allowed') {
      const { url, address, port } = verdict;
      egress.note({ host: address, port, allowed: true, why: ALLOWED });
      return { url, address, port };
    }
    if (verdict.is === 'unresolved') {
      throw unavailable("The directory's host name has no address now. Check the name and this machine's name server.");
    }
    const { address, port, reason } = verdict;
    if (address !== null) egress.note({ host: address, port, allowed: false, why: reason });
    throw unavailable(REFUSED[reason] ?? NOT_LOCAL);
  };
}

const NOT_LOCAL =
  "The directory's address is not on the site's own network. Custos asks a directory at private and loopback addresses only.";

const REFUSED: Record<string, string> = {
  url_not_plain:
    "The directory's address is not plainly written. Write https:// and the host, without a user or a fragment.",
  own_port: "The directory's address is that of this appliance. Give the address of the directory.",
};

/** Returns `directory_unavailable`; `detail` says what is wrong and what to do. */
export const unavailable = (detail: string, cause?: unknown): AppError =>
  new AppError('directory_unavailable', detail, cause);
