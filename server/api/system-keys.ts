import type { SystemKeysAnswer, systemKeyRoutes } from '../contract/system-keys.ts';
import { createFirstRun, presentFirstRun } from './first-run.ts';
import type { Handlers } from './mount.ts';

type Deps = Parameters<typeof createFirstRun>[0];

/** Routes for the appliance's keys and for the remaining setup steps. The keys encrypt both modes, so a test key has no access. */
export function systemKeyHandlers(deps: Deps): Handlers<typeof systemKeyRoutes> {
  const { masterKeys } = deps;
  const { recoveryKeys } = deps.backups;
  const firstRun = createFirstRun(deps);
  return {
    getSystemKeys: () => presentKeys(deps),
    createRecoveryKey(call) {
      const { secretText, fingerprint, madeAt } = recoveryKeys.propose(call.actor, call.body.replace === true);
      return { object: 'recovery_key', recovery_key: secretText, fingerprint, made_at: madeAt };
    },
    async confirmRecoveryKey(call) {
      await recoveryKeys.confirm(call.body.recovery_key, call.actor);
      return presentKeys(deps);
    },
    async moveMasterKey(call) {
      const to = call.body;
      const former = masterKeys.state().place;
      const { formerRemoved, place } = await masterKeys.move(to, call.actor);
      const left = formerRemoved || former.kind === 'passphrase' ? '' : leftAt(former.path);
      return {
        object: 'master_key',
        kind: place.kind,
        path: place.kind === 'passphrase' ? null : place.path,
        former_removed: formerRemoved,
        note: [NOTES[place.kind], left].join(' ').trim(),
      };
    },
    getFirstRun: () => presentFirstRun(firstRun),
    dismissFirstRun(call) {
      firstRun.dismiss(call.actor);
      return presentFirstRun(firstRun);
    },
  };
}

function presentKeys({ masterKeys, backups: { recoveryKeys } }: Deps): SystemKeysAnswer {
  const { place, insideDataFolder, fixedBy, keystoreUsable } = masterKeys.state();
  const inForce = recoveryKeys.inForce();
  const pending = recoveryKeys.proposed();
  return {
    object: 'system_keys',
    master_key: {
      kind: place.kind,
      path: place.kind === 'passphrase' ? null : place.path,
      keystore_usable: keystoreUsable,
      inside_data_folder: insideDataFolder,
      movable: fixedBy === null,
      why: fixedBy,
    },
    recovery_key: {
      set: inForce !== null,
      fingerprint: inForce?.fingerprint ?? null,
      made_at: inForce?.madeAt ?? null,
      confirmed_at: inForce?.confirmedAt ?? null,
      pending: pending && { fingerprint: pending.fingerprint, made_at: pending.madeAt },
    },
  };
}

const NOTES = {
  file: 'The next start finds the key in its new location, which is stored in the configuration file of the data folder. Keep a copy of the key file away from the data.',
  passphrase:
    'The next start needs the passphrase. The desktop app asks for it. Without the app, set CUSTOS_PASSPHRASE or CUSTOS_PASSPHRASE_FILE. A lost passphrase cannot be recovered.',
  keystore:
    "The key is in this system's keystore, for this user of this computer only. The next start of the desktop app reads it there. Keep a recovery key and backups: they open the data if this computer is lost.",
};

const leftAt = (path: string): string => `The old key file could not be removed. Remove ${path} yourself.`;
