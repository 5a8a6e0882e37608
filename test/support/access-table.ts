import type { Route } from '../../server/contract/route.ts';
import { ROUTES } from '../../server/contract/routes.ts';
import type { Scope } from '../../server/vocabulary/scopes.ts';

/** Who may call a route, as its row states. */
export type Access =
  /** A key or an operator that has any of `scopes`, and also `also`. `live`: no test key, and no operator in test mode. */
  | { by: 'scope'; scopes: readonly Scope[]; also: Scope | null; live: boolean }
  /** Anyone: there is nothing to protect. */
  | { by: 'anybody' }
  /** Anyone on this machine. Over the office network: a key or an operator that has any of `scopes`. */
  | { by: 'anybody here'; scopes: readonly Scope[] }
  /** The appliance's own pages in a browser, for any user of that browser. */
  | { by: 'own pages' }
  /** An operator who is logged in in a browser; no key. `oneTime`: also one who logged in with a one-time password. */
  | { by: 'logged in'; oneTime: boolean };

/** Every route of the appliance except the pages for people: method, path, and who may call it. */
export const ACCESS: Readonly<Record<string, Access>> = Object.fromEntries(
  Object.values<Route>(ROUTES).map((row) => [row.at, accessOf(row)]),
);

function accessOf({ open, office, scope, also, live }: Route): Access {
  if (open === undefined) return { by: 'scope', scopes: [scope ?? []].flat(), also: also ?? null, live: Boolean(live) };
  if (open === 'anybody') return office ? { by: 'anybody here', scopes: office } : { by: 'anybody' };
  return open === 'pages' ? { by: 'own pages' } : { by: 'logged in', oneTime: open === 'session' };
}
