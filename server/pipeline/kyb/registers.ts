import type { LoadedRegister } from '../../checks/kyb/registry-input.ts';
import { versionLabel } from '../../datasets/age.ts';
import { ageOfRegister } from '../../registries/age.ts';
import type { RegisterVersion } from '../../registries/types.ts';

/** Returns a register in the form used in results. */
export function nameRegister(version: RegisterVersion): { id: string; code: string; name: string; version: string } {
  return { id: version.id, code: version.code, name: version.name, version: versionLabel(version) };
}

/** Returns a register as it was at `nowMs`. */
export function describeRegister(version: RegisterVersion, nowMs: number): LoadedRegister {
  const { dated, ageDays, stale } = ageOfRegister(version, nowMs);
  const { companies, owners, completeFor, countries } = version;
  return { ...nameRegister(version), dated, age_days: ageDays, stale, companies, owners, completeFor, countries };
}
