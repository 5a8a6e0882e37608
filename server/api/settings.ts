import { Router } from 'express';
import { type SettingsAnswer, settingsChangeSchema } from '../contract/settings.ts';
import type { Settings, SettingsState } from '../settings.ts';
import { principalOf } from './authorise.ts';
import type { Guard } from './guard.ts';
import { jsonBody } from './json-body.ts';
import { liveOnly } from './live-only.ts';
import { addRoute, produces } from './route.ts';
import { parseOrThrow } from './validate.ts';

/** `/v1/system/settings`: what of the configuration is changed while the appliance runs. It is of both modes, so a test key has no say. */
export function settingsRouter({ guard, settings }: { guard: Guard; settings: Settings }): Router {
  const router = Router();
  const live = liveOnly('The settings are of the appliance itself. Use a live key with the scope admin.');
  const allow = [...guard.allow('admin'), live, produces('application/json')];
  addRoute(router, '/v1/system/settings', {
    get: [...allow, (_req, res) => void res.json(present(settings.state()))],
    patch: [
      ...allow,
      ...jsonBody,
      async (req, res) => {
        const change = parseOrThrow(settingsChangeSchema, req.body, 'Some settings cannot be used. See errors.');
        res.json(present(await settings.change(change, principalOf(res).actorId)));
      },
    ],
  });
  return router;
}

const present = ({ values, fixedBy, languagesAvailable }: SettingsState): SettingsAnswer => ({
  object: 'settings',
  values,
  fixed_by: fixedBy,
  languages_available: languagesAvailable,
});
