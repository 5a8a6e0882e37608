import type { z } from 'zod';
import type { Appliance } from '../appliance/appliance.ts';
import type { registerUploadSchema } from '../contract/dataset-uploads.ts';
import type { RegisterAnswer, registerRoutes } from '../contract/registers.ts';
import { named } from '../contract/route.ts';
import { given } from '../lib/given.ts';
import { ageOfRegister } from '../registries/age.ts';
import type { RegisterOptions } from '../registries/import/options.ts';
import { getRegisterVersion, listRegisterVersions } from '../registries/store/versions.ts';
import type { RegisterVersion } from '../registries/types.ts';
import { Reply } from './call.ts';
import { acceptanceOf, filesWithin, presentVersion, versionHandlers } from './datasets.ts';
import type { Handlers } from './mount.ts';

type Deps = Pick<Appliance, 'clock' | 'config' | 'db' | 'registers'>;

/** Routes for registers: list the imports, import from files of the appliance, choose the version in use. Registers serve live and test alike. */
export function registerHandlers({ clock, config, db, registers }: Deps): Handlers<typeof registerRoutes> {
  const present = (version: RegisterVersion) => presentRegister(version, clock.now());
  return {
    ...named(
      'Register',
      versionHandlers({
        ...registers,
        prefix: 'reg',
        noun: 'register',
        present,
        get: (id) => getRegisterVersion(db, id),
        versionsOf: (code) => listRegisterVersions(db, code),
      }),
    ),
    async importRegister(call) {
      const { paths, ...said } = call.body;
      const files = await filesWithin(config.listsDir, paths);
      const result = await registers.importRegister({ paths: files, ...registerOptions(said) }, call.actor);
      return new Reply(present(result.version), { status: result.created ? 201 : 200 });
    },
  };
}

/** Returns the import options of a register, for local and uploaded files alike. */
export function registerOptions(input: z.output<typeof registerUploadSchema>): Omit<RegisterOptions, 'paths'> {
  const { code, name, published_at: publishedAt, columns, complete_for: completeFor, age_days_max: ageDaysMax } = input;
  return {
    ...given({ code, name, publishedAt, columns, completeFor, ageDaysMax }),
    ...acceptanceOf(input),
  };
}

function presentRegister(version: RegisterVersion, nowMs: number): RegisterAnswer {
  return {
    ...presentVersion(version, ageOfRegister(version, nowMs)),
    companies: version.companies,
    owners: version.owners,
    complete_for: version.completeFor,
    countries: version.countries,
    rows_skipped: Object.values(version.skipped).reduce((sum, count) => sum + count, 0),
    skipped: version.skipped,
  };
}
