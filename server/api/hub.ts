import { createReadStream } from 'node:fs';
import type { Appliance } from '../appliance/appliance.ts';
import type { HubAnswer, hubRoutes } from '../contract/hub.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { keyFingerprint } from '../lib/signatures.ts';
import type { Call } from './call.ts';
import { receiveDatasetForm } from './dataset-form.ts';
import { sendDownload } from './download.ts';
import type { Handlers } from './mount.ts';

type Deps = Pick<Appliance, 'keys' | 'uplink' | 'uploads'>;

/** Routes for the hub that this appliance reports to. It learns about the whole appliance, so a test key has no access. */
export function hubHandlers(deps: Deps): Handlers<typeof hubRoutes> {
  const { uplink } = deps;
  return {
    getHub: () => present(deps),
    async joinHub(call) {
      const { invite, name, level = 0 } = call.body;
      uplink.join({ invite, name, level }, call.actor);
      uplink.tick();
      return present(deps);
    },
    changeHub(call) {
      uplink.setLevel(call.body.level, call.actor);
      return present(deps);
    },
    leaveHub(call) {
      uplink.leave(call.actor);
    },
    async contactHub() {
      const error = await uplink.contact();
      return { object: 'hub_contact', error, hub: present(deps) };
    },
    openHubLine(call) {
      uplink.openLine(call.actor);
      return present(deps);
    },
    async downloadHubFile(call) {
      using file = await uplink.writeFile(call.actor);
      await sendDownload(call.res, { type: 'application/zip', name: file.name }, createReadStream(file.path));
    },
    takeHubFile: async (call) => ({ object: 'hub_file_taken', ...(await receive(deps, call)) }),
  };
}

/** The uploaded file is removed from the uploads folder afterwards, whatever the outcome. */
async function receive({ uplink, uploads }: Deps, { req, res, actor }: Call) {
  const upload = uploads.begin();
  try {
    const order = { filesMax: 1, fileSizeBytesMax: LIMITS.hubCarriedBytesMax, fields: [], readFields: () => ({}) };
    const { files } = await receiveDatasetForm(req, res, upload, order);
    return await uplink.takeFile(files[0]?.path ?? '', actor);
  } finally {
    await upload.discard();
  }
}

function present({ uplink, keys }: Deps): HubAnswer {
  const state = uplink.state();
  const { hub, waiting, waitingBytes, oldestWaitingMs } = state;
  return {
    object: 'hub',
    state: state.state,
    stopped: state.stopped,
    hub: hub && { name: hub.name, addresses: [...hub.addresses], key_fingerprint: keyFingerprint(hub.signingKey) },
    name: state.name,
    key_fingerprint: keyFingerprint(keys.signing.publicKey),
    branch: state.branch,
    level: state.level,
    line: state.line,
    entries: state.entries,
    confirmed: state.confirmed,
    waiting: { entries: waiting, bytes: waitingBytes, since: isoTimeOrNull(oldestWaitingMs) },
    received_at: isoTimeOrNull(state.receivedAtMs),
    contacted_at: isoTimeOrNull(state.contactedAtMs),
    error: state.error,
    failing_since: isoTimeOrNull(state.failingSinceMs),
    retry_at: isoTimeOrNull(state.retryAtMs),
    certificate_until: isoTimeOrNull(state.certificateUntilMs),
    directives: state.directives.map(({ issuedAt, doneAtMs, ...directive }) => ({
      ...directive,
      issued_at: issuedAt,
      done_at: isoTime(doneAtMs),
    })),
  };
}
