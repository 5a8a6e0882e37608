import type { Appliance } from '../appliance/appliance.ts';
import type { SystemStateAnswer } from '../contract/system-state.ts';
import type { DatasetVersion } from '../datasets/versions.ts';
import { isoTime } from '../lib/clock.ts';
import { listVersions } from '../screening/store/versions.ts';
import type { Health } from '../uplink/uplink.ts';
import { countLive } from '../verifications/store.ts';

type Deps = Pick<Appliance, 'clock' | 'db' | 'policies' | 'registerSearch' | 'trustAnchors'>;

/** Returns what the hub learns about the appliance's health. It holds no name of a person, no path and no address. */
export function healthOf(deps: Deps, state: SystemStateAnswer): Health {
  const { clock, db, policies } = deps;
  const nowMs = clock.now();
  const { last } = state.backup;
  return {
    version: state.version,
    uptime_seconds: Math.max(0, Math.round((nowMs - Date.parse(state.started_at)) / 1000)),
    warnings: [...new Set(state.warnings.map(({ code }) => code))],
    disk_free_bytes: state.disk.free_bytes,
    queued: state.queue.pending,
    in_review: countLive({ db }).needsReview,
    backup_age_seconds: last && Math.max(0, Math.round((nowMs - Date.parse(last.created_at)) / 1000)),
    clock_trusted: state.clock.problem === null,
    datasets: datasetsOf(deps),
    policy_version: policies.current().version,
  };
}

function datasetsOf({ db, registerSearch, trustAnchors }: Deps): Health['datasets'] {
  const of = (kind: Health['datasets'][number]['kind'], versions: readonly DatasetVersion[]): Health['datasets'] =>
    versions.map(({ id, code, publishedAt, importedAtMs }) => ({
      kind,
      code,
      version: id,
      published_at: publishedAt,
      imported_at: isoTime(importedAtMs),
    }));
  return [
    ...of(
      'list',
      listVersions(db).filter(({ active }) => active),
    ),
    ...of('register', registerSearch.versions()),
    ...of('trust', trustAnchors.versions()),
  ];
}
