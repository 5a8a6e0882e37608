import type { Appliance } from '../appliance/appliance.ts';
import {
  FILE_BYTES_DEFAULT,
  FILES_KEPT_DEFAULT,
  type ReceiverAnswer,
  type ReceiverChangeBody,
  type securityLogRoutes,
} from '../contract/security-log.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import type { ReceiverState } from '../security-log/receivers.ts';
import { certificatesOf, type ReceiverInput } from '../security-log/settings.ts';
import { Reply } from './call.ts';
import type { Handlers } from './mount.ts';

const PATH = '/v1/system/security-log';

/** Routes for where the audit log is sent. */
export function securityLogHandlers({
  securityLog,
}: Pick<Appliance, 'securityLog'>): Handlers<typeof securityLogRoutes> {
  return {
    listSecurityLogReceivers: (call) => call.whole(securityLog.state().map(present)),
    async addSecurityLogReceiver(call) {
      const { from_start = false, ...body } = call.body;
      const added = present(await securityLog.add({ ...changeOf(body), fromStart: from_start }, call.actor));
      return new Reply(added, { location: added.links.self });
    },
    getSecurityLogReceiver: (call) => present(securityLog.get(call.id)),
    changeSecurityLogReceiver: async (call) =>
      present(await securityLog.change(call.id, changeOf(call.body), call.actor)),
    removeSecurityLogReceiver(call) {
      securityLog.remove(call.id, call.actor);
    },
    async testSecurityLogReceiver(call) {
      const error = await securityLog.test(call.id, call.actor);
      return { object: 'security_log_test', delivered: error === null, error };
    },
  };
}

function changeOf({ enabled = true, place }: ReceiverChangeBody): { enabled: boolean; place: ReceiverInput } {
  if (place.kind === 'file') {
    const { kind, folder, file_bytes_max = FILE_BYTES_DEFAULT, files_kept = FILES_KEPT_DEFAULT } = place;
    return { enabled, place: { kind, folder, fileBytesMax: file_bytes_max, filesKept: files_kept } };
  }
  if (place.kind !== 'tls') return { enabled, place };
  const { client, ...tls } = place;
  const shown = client && { certificate: client.certificate, privateKey: client.private_key };
  return { enabled, place: { ...tls, ...(client !== undefined && { client: shown ?? null }) } };
}

function present(receiver: ReceiverState): ReceiverAnswer {
  const { id, settings, position, headAtMs, headCount } = receiver;
  const place = settings?.place ?? null;
  const file = place?.kind === 'file' ? place : null;
  const { ca, client } = place === null ? { ca: [], client: null } : certificatesOf(place);
  return {
    id,
    object: 'security_log_receiver',
    enabled: settings?.enabled ?? true,
    kind: place?.kind ?? null,
    host: place && 'host' in place ? place.host : null,
    port: place && 'port' in place ? place.port : null,
    path: place && 'path' in place ? place.path : (file?.folder ?? null),
    file_bytes_max: file?.fileBytesMax ?? null,
    files_kept: file?.filesKept ?? null,
    ca: ca.map(presentCertificate),
    client_certificate: client && presentCertificate(client),
    position: position.count,
    taken_at: isoTimeOrNull(receiver.takenAtMs),
    head: headAtMs === null ? null : { count: headCount, at: isoTime(headAtMs) },
    lag: { entries: receiver.lagEntries, ms: receiver.lagMs },
    error: receiver.error,
    failing_since: isoTimeOrNull(receiver.failingSinceMs),
    retry_at: isoTimeOrNull(receiver.retryAtMs),
    shortened_at: isoTimeOrNull(receiver.shortenedAtMs),
    created_at: isoTime(receiver.createdAtMs),
    links: { self: `${PATH}/${id}` },
  };
}

function presentCertificate({ fingerprint, names, notAfterMs }: ReturnType<typeof certificatesOf>['ca'][number]) {
  return { fingerprint, names, not_after: isoTime(notAfterMs) };
}
