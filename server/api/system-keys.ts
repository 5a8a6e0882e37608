import { type RequestHandler, Router } from 'express';
import type { RecoveryKeys } from '../backup/recovery-keys.ts';
import {
  type MasterKeyMovedAnswer,
  masterKeyMoveSchema,
  newRecoveryKeySchema,
  type RecoveryKeyAnswer,
  recoveryConfirmationSchema,
  type SystemKeysAnswer,
} from '../contract/system-keys.ts';
import { AppError } from '../lib/errors.ts';
import type { MasterKeys } from '../master-keys.ts';
import { principalOf } from './authorise.ts';
import { type FirstRun, presentFirstRun } from './first-run.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';

const PATH = '/v1/system';
const REFUSED = 'The request is not valid. See errors.';

export interface SystemKeysDeps {
  guard: Guard;
  masterKeys: MasterKeys;
  recoveryKeys: RecoveryKeys;
  firstRun: FirstRun;
}

/** `/v1/system/keys` and what changes them, and `/v1/system/first-run`. Both modes are sealed with the keys, so a test key has no say. */
export function systemKeysRouter(deps: SystemKeysDeps): Router {
  const { firstRun, guard, masterKeys, recoveryKeys } = deps;
  const router = Router();
  const allow = [...guard.allow('admin'), liveOnly, produces('application/json')];
  addRoute(router, `${PATH}/keys`, { get: [...allow, (_req, res) => void res.json(presentKeys(deps))] });
  addRoute(router, `${PATH}/recovery-key`, {
    post: [
      ...allow,
      ...jsonBody,
      (req, res) => {
        const { replace } = parseOrThrow(newRecoveryKeySchema, req.body, REFUSED);
        const shown = recoveryKeys.propose(principalOf(res).actorId, replace === true);
        const { secretText, fingerprint, madeAt } = shown;
        const answer: RecoveryKeyAnswer = {
          object: 'recovery_key',
          recovery_key: secretText,
          fingerprint,
          made_at: madeAt,
        };
        res.status(201).json(answer);
      },
    ],
  });
  addRoute(router, `${PATH}/recovery-key/confirm`, {
    post: [
      ...allow,
      ...jsonBody,
      async (req, res) => {
        const { recovery_key: typed } = parseOrThrow(recoveryConfirmationSchema, req.body, REFUSED);
        await recoveryKeys.confirm(typed, principalOf(res).actorId);
        res.json(presentKeys(deps));
      },
    ],
  });
  addRoute(router, `${PATH}/master-key`, {
    post: [
      ...allow,
      ...jsonBody,
      async (req, res) => {
        const to = parseOrThrow(masterKeyMoveSchema, req.body, REFUSED);
        const former = masterKeys.state().place;
        const { formerRemoved, place } = await masterKeys.move(to, principalOf(res).actorId);
        const left = formerRemoved || former.kind === 'passphrase' ? '' : leftAt(former.path);
        const answer: MasterKeyMovedAnswer = {
          object: 'master_key',
          kind: place.kind,
          path: place.kind === 'passphrase' ? null : place.path,
          former_removed: formerRemoved,
          note: [NOTES[place.kind], left].join(' ').trim(),
        };
        res.json(answer);
      },
    ],
  });
  addRoute(router, `${PATH}/first-run`, {
    get: [...allow, (_req, res) => void res.json(presentFirstRun(firstRun))],
  });
  addRoute(router, `${PATH}/first-run/dismiss`, {
    post: [
      ...allow,
      (_req, res) => {
        firstRun.dismiss(principalOf(res).actorId);
        res.json(presentFirstRun(firstRun));
      },
    ],
  });
  return router;
}

const liveOnly: RequestHandler = (_req, res, next) => {
  if (!principalOf(res).livemode) {
    throw new AppError('forbidden', 'The keys of the appliance open live data. Use a live key with the scope admin.');
  }
  next();
};

function presentKeys({ masterKeys, recoveryKeys }: SystemKeysDeps): SystemKeysAnswer {
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
  file: 'The next start finds the key in its new place: the configuration file of the data folder names it. Keep a copy of the key file apart from the data.',
  passphrase:
    'The next start needs the passphrase: the desktop app asks for it; else set CUSTOS_PASSPHRASE, or CUSTOS_PASSPHRASE_FILE. Nobody can find it again for you.',
  keystore:
    'The keystore of this system keeps the key, for this user of this computer alone: the next start of the desktop app gets it there. Keep a recovery key and backups, which open the data where this computer is lost.',
};

const leftAt = (path: string): string => `The former key file could not be removed: remove ${path} yourself.`;
