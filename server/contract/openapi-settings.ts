import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { JSON_TYPE, operation } from './openapi-operation.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';

const tag = 'System';
const scope = 'admin';

/** What of the configuration is changed while the appliance runs. */
export const settingsPaths: ZodOpenApiPathsObject = {
  '/v1/system/settings': {
    get: operation('getSettings', {
      summary: 'The settings that can be changed while the appliance runs',
      scope,
      tag,
      success: { 200: { description: 'As they are now', schema: settingsSchema } },
    }),
    patch: operation('changeSettings', {
      summary: 'Change settings, at once',
      description:
        'They are written into the configuration file (`custos.json` in the data folder) and are in force at once. What a variable of the environment gives cannot be changed here (409, `setting_fixed` in `errors`). Where one of them cannot be used, none is changed.',
      scope,
      tag,
      body: { [JSON_TYPE]: settingsChangeSchema },
      success: { 200: { description: 'So they are', schema: settingsSchema } },
      problems: [400, 409, 413, 415],
    }),
  },
};
