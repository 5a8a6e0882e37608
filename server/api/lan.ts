import type { Appliance } from '../appliance/appliance.ts';
import type { LanAnswer, lanRoutes } from '../contract/lan.ts';
import type { LanState } from '../lan/state.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import type { Handlers } from './mount.ts';

/** Routes for serving the office network and for the certificate that other machines see. */
export function lanHandlers({ lan }: Pick<Appliance, 'lan'>): Handlers<typeof lanRoutes> {
  return {
    getLan: () => presentLan(lan.state()),
    changeLan: async (call) => presentLan(await lan.change(call.body, call.actor)),
    async setLanCertificate(call) {
      const wanted = call.body;
      return presentLan(
        wanted.kind === 'make'
          ? await lan.make(wanted.names ?? [], call.actor)
          : await lan.import({ ...wanted, privateKey: wanted.private_key }, call.actor),
      );
    },
  };
}

function presentLan({ certificate, unnamedAddresses, ...state }: LanState): LanAnswer {
  return {
    object: 'lan',
    ...state,
    unnamed_addresses: unnamedAddresses,
    certificate: certificate && {
      origin: certificate.origin,
      fingerprint: certificate.fingerprint,
      names: certificate.names,
      issuer: certificate.issuer,
      not_before: isoTime(certificate.notBeforeMs),
      not_after: isoTime(certificate.notAfterMs),
      renews_at: isoTimeOrNull(certificate.renewsAtMs),
      renewed: certificate.renewed && {
        at: isoTime(certificate.renewed.atMs),
        former_fingerprint: certificate.renewed.formerFingerprint,
      },
    },
  };
}
