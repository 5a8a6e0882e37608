import type { Appliance } from '../appliance/appliance.ts';
import type { SettingsState } from '../appliance/settings.ts';
import type { SettingsAnswer, settingsRoutes } from '../contract/settings.ts';
import type { Handlers } from './mount.ts';

/** Routes for the settings that can change while the appliance runs. They apply to both modes, so a test key has no access. */
export function settingsHandlers({ settings }: Pick<Appliance, 'settings'>): Handlers<typeof settingsRoutes> {
  return {
    getSettings: () => present(settings.state()),
    changeSettings: async (call) => present(await settings.change(call.body, call.actor)),
  };
}

const present = ({ values, fixedBy, languagesAvailable }: SettingsState): SettingsAnswer => ({
  object: 'settings',
  values,
  fixed_by: fixedBy,
  languages_available: languagesAvailable,
});
