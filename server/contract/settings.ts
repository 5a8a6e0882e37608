import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { ROLES } from '../vocabulary/roles.ts';
import { routes } from './route.ts';

const path = z.string().min(1).max(LIMITS.pathCharsMax);
const texts = z.array(z.string().min(1).max(LIMITS.settingCharsMax)).max(LIMITS.settingItemsMax);

const SETTING_FIELDS = {
  backup_dir: path.meta({ description: 'Where backups go, apart from the data folder' }),
  backup_keys_dir: path.meta({
    description:
      'Where the archives of keys go, apart from the backups. Those in a former folder are removed, since no erasure would reach them',
  }),
  backup_interval_hours: z.int().meta({ description: 'How often a backup is made by itself' }),
  backup_keep: z.int().meta({ description: 'How many backups are kept' }),
  lists_inbox: path.meta({
    description: 'A folder, empty at first: lists and packs that are put into it are imported without being asked to',
  }),
  update_keys: texts.meta({
    description:
      'Public keys, base64, of the makers whose update packs are taken, beside those that are built into the package',
  }),
  webhook_allow: texts.meta({
    description: 'Where webhooks may go: `local`, or rules such as https://hooks.example.org',
  }),
  languages: texts.meta({ description: "Languages of printed text, tesseract's codes, the most likely first" }),
  second_factor: z.array(z.enum(ROLES)).meta({ description: 'Roles whose operators must have a second factor' }),
};

const { backup_dir, backup_keys_dir, lists_inbox, ...always } = SETTING_FIELDS;

export const settingsSchema = z
  .object({
    object: z.literal('settings'),
    values: z
      .object({
        backup_dir: backup_dir.nullable(),
        backup_keys_dir: backup_keys_dir.nullable(),
        lists_inbox: lists_inbox.nullable(),
        ...always,
      })
      .meta({ description: 'What is in force; null: there is none' }),
    fixed_by: z.partialRecord(z.enum(Object.keys(SETTING_FIELDS) as (keyof typeof SETTING_FIELDS)[]), z.string()).meta({
      description: 'The variable of the environment that gives a setting, which cannot be changed here',
    }),
    languages_available: z.array(z.string()).meta({ description: 'Languages whose data are on this appliance' }),
  })
  .meta({ id: 'Settings', description: 'What of the configuration is changed while the appliance runs' });

export const settingsChangeSchema = z
  .strictObject({
    backup_dir: backup_dir.nullable().exactOptional(),
    backup_keys_dir: backup_keys_dir.nullable().exactOptional(),
    backup_interval_hours: SETTING_FIELDS.backup_interval_hours.nullable().exactOptional(),
    backup_keep: SETTING_FIELDS.backup_keep.nullable().exactOptional(),
    lists_inbox: lists_inbox.nullable().exactOptional(),
    update_keys: SETTING_FIELDS.update_keys.nullable().exactOptional(),
    webhook_allow: SETTING_FIELDS.webhook_allow.nullable().exactOptional(),
    languages: SETTING_FIELDS.languages.nullable().exactOptional(),
    second_factor: SETTING_FIELDS.second_factor.nullable().exactOptional(),
  })
  .meta({
    id: 'SettingsChange',
    description: 'What is not given stays as it is; null: what holds where nothing is set',
  });

export type SettingsAnswer = z.output<typeof settingsSchema>;

/** What of the configuration is changed while the appliance runs. */
export const settingsRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The settings are of the appliance itself. Use a live key with the scope admin.',
})({
  getSettings: {
    at: 'GET /v1/system/settings',
    summary: 'The settings that can be changed while the appliance runs',
    answers: { 200: { description: 'As they are now', schema: settingsSchema } },
  },
  changeSettings: {
    at: 'PATCH /v1/system/settings',
    summary: 'Change settings, at once',
    description:
      'They are written into the configuration file (`custos.json` in the data folder) and are in force at once. What a variable of the environment gives cannot be changed here (409, `setting_fixed` in `errors`). Where one of them cannot be used, none is changed.',
    body: settingsChangeSchema,
    invalid: 'Some settings cannot be used. See errors.',
    answers: { 200: { description: 'So they are', schema: settingsSchema } },
    problems: [409],
  },
});
