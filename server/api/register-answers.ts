import type { RegisterAnswer } from '../contract/registers.ts';
import { versionLabel } from '../datasets/age.ts';
import { isoTime } from '../lib/clock.ts';
import { ageOfRegister } from '../registries/age.ts';
import type { RegisterVersion } from '../registries/types.ts';

export function presentRegister(version: RegisterVersion, nowMs: number): RegisterAnswer {
  const { dated, ageDays, stale } = ageOfRegister(version, nowMs);
  return {
    id: version.id,
    code: version.code,
    name: version.name,
    version: versionLabel(version),
    format: version.format,
    active: version.active,
    dated,
    age_days: ageDays,
    age_days_max: version.ageDaysMax,
    stale,
    published_at: version.publishedAt,
    imported_at: isoTime(version.importedAtMs),
    imported_by: version.importedBy,
    file_hashes: version.fileHashes,
    companies: version.companies,
    owners: version.owners,
    complete_for: version.completeFor,
    countries: version.countries,
    rows_skipped: Object.values(version.skipped).reduce((sum, count) => sum + count, 0),
    skipped: version.skipped,
  };
}
