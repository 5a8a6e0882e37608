import type { Route } from '../../server/contract/route.ts';
import { ROUTES } from '../../server/contract/routes.ts';
import type { Scope } from '../../server/vocabulary/scopes.ts';

/** Who may ask for a route, as its row says. */
export type Access =
  /** A key or an operator with any of `scopes`, and with `also` besides. `live`: no test key, and no operator in test mode. */
  | { by: 'scope'; scopes: readonly Scope[]; also: Scope | null; live: boolean }
  /** Anybody: there is nothing to protect. */
  | { by: 'anybody' }
  /** Anybody at this machine; over the office network a key or an operator with any of `scopes`. */
  | { by: 'anybody here'; scopes: readonly Scope[] }
  /** The appliance's own pages in a browser, whoever sits there. */
  | { by: 'own pages' }
  /** Whoever is logged in in a browser; no key. `oneTime`: by a one-time password too. */
  | { by: 'logged in'; oneTime: boolean };

/** Every route of the appliance but the pages for people: method, path, and who may ask. */
export const ACCESS: Readonly<Record<string, Access>> = Object.fromEntries(
  Object.values<Route>(ROUTES).map((row) => [row.at, accessOf(row)]),
);

function accessOf({ open, office, scope, also, live }: Route): Access {
  if (open === undefined) return { by: 'scope', scopes: [scope ?? []].flat(), also: also ?? null, live: Boolean(live) };
  if (open === 'anybody') return office ? { by: 'anybody here', scopes: office } : { by: 'anybody' };
  return open === 'pages' ? { by: 'own pages' } : { by: 'logged in', oneTime: open === 'session' };
}
