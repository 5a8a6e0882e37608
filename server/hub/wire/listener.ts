import { type LanListener, type LanPlace, listenAt } from '../../lan/listener.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { HubDeps } from '../deps.ts';
import { makeServerCertificate } from '../fleet-ca.ts';
import { createWire } from './app.ts';

/**
 * Listens for branches over TLS, with a certificate of the hub's own authority, which branches pin. It asks for client certificates and looks up each, so
 * an expired one gets an answer that says so.
 * @param names host names and addresses at which branches reach the hub
 */
export async function listenForBranches(
  deps: HubDeps,
  place: LanPlace,
  names: readonly string[],
): Promise<LanListener> {
  const { app, turns } = createWire(deps);
  return listenAt(
    place,
    await makeServerCertificate(deps.keys.ca, names, deps.clock.now()),
    { handler: app, dress: turns.watch, asksClients: true },
    {
      lanHandshakeTimeoutMs: LIMITS.lanHandshakeTimeoutMs,
      lanConnectionsMax: LIMITS.hubConnectionsMax,
      // Branches may come through one gateway.
      lanConnectionsPerAddressMax: LIMITS.hubConnectionsMax,
    },
  );
}
