import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { ROLES } from '../vocabulary/roles.ts';
import { routes } from './route.ts';

const path = z.string().min(1).max(LIMITS.pathCharsMax);
const texts = z.array(z.string().min(1).max(LIMITS.settingCharsMax)).max(LIMITS.settingItemsMax);

const SETTING_FIELDS = {
  backup_dir: path.meta({ description: 'The backup folder, outside the data folder' }),
  backup_keys_dir: path.meta({
    description:
      'The folder for key archives, separate from the backups. If it changes, the archives in the old folder are removed, because erasures would not reach them',
  }),
  backup_interval_hours: z.int().meta({ description: 'Hours between automatic backups' }),
  backup_keep: z.int().meta({ description: 'The number of backups to keep' }),
  lists_inbox: path.meta({
    description: 'A folder, empty at first. The appliance imports lists and packs from it automatically',
  }),
  update_keys: texts.meta({
    description: 'Base64 public keys of trusted update publishers, in addition to the built-in keys',
  }),
  webhook_allow: texts.meta({
    description: 'Allowed webhook destinations: `local`, or rules such as https://hooks.example.org',
  }),
  languages: texts.meta({ description: 'Languages of printed text as Tesseract codes, most likely first' }),
  second_factor: z.array(z.enum(ROLES)).meta({ description: 'Roles that require a second factor' }),
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
      .meta({ description: 'The value in force. null: there is none' }),
    fixed_by: z.partialRecord(z.enum(Object.keys(SETTING_FIELDS) as (keyof typeof SETTING_FIELDS)[]), z.string()).meta({
      description: 'The environment variable that sets the value. If present, you cannot change the setting here',
    }),
    languages_available: z.array(z.string()).meta({ description: 'Languages with data on this appliance' }),
  })
  .meta({ id: 'Settings', description: 'Settings that can change while the appliance runs' });

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
    description: 'Fields that you leave out do not change. null: the default',
  });

export type SettingsAnswer = z.output<typeof settingsSchema>;

/** The settings that can change while the appliance runs. */
export const settingsRoutes = routes({
  tag: 'System',
  scope: 'admin',
  live: 'The settings apply to the whole appliance. Use a live key with the scope admin.',
})({
  getSettings: {
    at: 'GET /v1/system/settings',
    summary: 'Retrieve the settings that can change while the appliance runs',
    answers: { 200: { description: 'The current values', schema: settingsSchema } },
  },
  changeSettings: {
    at: 'PATCH /v1/system/settings',
    summary: 'Change settings, effective immediately',
    description:
      'The appliance writes them to the configuration file (`custos.json` in the data folder), and they take effect immediately. You cannot change a setting that an environment variable sets (409, `setting_fixed` in `errors`). If one value is not valid, nothing is changed.',
    body: settingsChangeSchema,
    invalid: 'Some settings cannot be used. See errors.',
    answers: { 200: { description: 'The new values', schema: settingsSchema } },
    problems: [409],
  },
});
