import { z } from 'zod';
import { FACE_NETS_CHOICES, SHIPPED_FACE_NETS } from '../../models/face/nets.ts';
import { POLICY_V1 } from '../checks/policy.ts';
import { LIMITS } from '../lib/limits.ts';
import { ROLES } from '../vocabulary/roles.ts';
import { ALLOW_LOCAL, readAllowRule } from '../webhooks/allow-list.ts';

const PORT_DEFAULT = 8420;
/** As long as 24 random bytes in base64: a first key that can be guessed in a day would be worse than none. */
const API_KEY_CHARS_MIN = 32;
const MONTHS_MAX = 1_200;
const WORKERS_MAX = 16;
const PER_MINUTE_MAX = 1_000_000;
/** A year. */
const HOURS_MAX = 8_784;
const BACKUPS_KEPT_MAX = 1_000;

const text = z.string().trim().min(1);
const list = z
  .union([z.array(text), text.transform((value) => value.split(',').map((item) => item.trim()))])
  .pipe(z.array(text).min(1));
/** An environment variable is text; a value in the file may be a number. */
const whole = (min: number, max: number) =>
  z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(min).max(max));

/** An environment variable is text; a value in the file may be a boolean. */
const onOff = z.union([z.boolean(), z.enum(['on', 'off']).transform((value) => value === 'on')]);

/** `must`: what the value must be, for a person; completes "must be ...". */
const setting = <S extends z.ZodType>(schema: S, must: string) => ({ schema, must });
const count = (min: number, max: number) => setting(whole(min, max), `a whole number from ${min} to ${max}`);

/** Every setting: its name in the file (the property) and its format. */
export const SETTINGS = {
  data_dir: setting(text, 'a folder path'),
  host: setting(text, 'an address of this machine, such as 127.0.0.1'),
  port: count(0, 65_535),
  api_key: setting(
    // RFC 6750, section 2.1: no other character is allowed in `Authorization: Bearer`.
    text.min(API_KEY_CHARS_MIN).regex(/^[\w.~+/-]+=*$/),
    `at least ${API_KEY_CHARS_MIN} characters: letters, digits and - . _ ~ + /`,
  ),
  show_secrets: setting(onOff, '"on" or "off"'),
  allowed_hosts: setting(list, 'host names separated by commas'),
  languages: setting(
    list.pipe(z.array(z.string().regex(/^[a-z][a-z_]{2,15}$/))),
    'language codes separated by commas, such as fra,deu',
  ),
  workers_text: count(1, WORKERS_MAX),
  workers_face: count(1, WORKERS_MAX),
  workers_image: count(1, WORKERS_MAX),
  workers_pdf: count(1, WORKERS_MAX),
  backend: setting(z.enum(['auto', 'gpu', 'native', 'wasm']), '"auto", "gpu", "native" or "wasm"'),
  face_nets: setting(z.enum(FACE_NETS_CHOICES), FACE_NETS_CHOICES.map((choice) => `"${choice}"`).join(' or ')),
  concurrency: count(1, WORKERS_MAX),
  queue_max: count(1, 1_000_000),
  requests_per_minute: count(1, PER_MINUTE_MAX),
  creates_per_minute: count(1, PER_MINUTE_MAX),
  screenings_per_minute: count(1, PER_MINUTE_MAX),
  duplicate_faces: setting(onOff, '"on" or "off"'),
  lists_dir: setting(text, 'a folder path'),
  lists_inbox: setting(text, 'a folder path'),
  pack_keys: setting(
    // 32 bytes, see `custos lists keys new`.
    list.pipe(z.array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/))),
    'base64 public keys separated by commas, as "custos lists keys new" prints them',
  ),
  update_keys: setting(
    list.pipe(z.array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/))),
    'base64 public keys separated by commas, as "custos update keys new" prints them',
  ),
  risk_tables: setting(text, 'a file path'),
  webhook_allow: setting(
    list.pipe(z.array(z.string().refine((rule) => rule === ALLOW_LOCAL || readAllowRule(rule) !== null))),
    `rules separated by commas, such as ${ALLOW_LOCAL},https://hooks.example.org,http://10.1.0.0/16:8080`,
  ),
  second_factor: setting(list.pipe(z.array(z.enum(ROLES))), `roles separated by commas: ${ROLES.join(', ')}`),
  retention_months: count(1, MONTHS_MAX),
  biometrics_months: count(1, MONTHS_MAX),
  purge_daily: setting(onOff, '"on" or "off"'),
  backup_dir: setting(text, 'a folder path'),
  backup_keys_dir: setting(text, 'a folder path'),
  backup_interval_hours: count(1, HOURS_MAX),
  backup_keep: count(1, BACKUPS_KEPT_MAX),
  backup_registers: setting(onOff, '"on" or "off"'),
  master_key_file: setting(text, 'a file path'),
  master_key_keystore: setting(text, 'a file path'),
  passphrase: setting(z.string().min(LIMITS.passphraseCharsMin), `at least ${LIMITS.passphraseCharsMin} characters`),
  passphrase_file: setting(text, 'a file path'),
} as const;

export type SettingName = keyof typeof SETTINGS;

/** Returns the environment variable of a setting: `CUSTOS_DATA_DIR` for `data_dir`. */
export const variableOf = (name: SettingName): string => `CUSTOS_${name.toUpperCase()}`;
/** The settings that were set, each value checked. */
export type SettingValues = { [N in SettingName]?: z.output<(typeof SETTINGS)[N]['schema']> };

/** Default values. Folders, keys and threads (`workersFor`) have their own defaults. */
export const SETTING_DEFAULTS = {
  host: '127.0.0.1',
  port: PORT_DEFAULT,
  languages: ['fra', 'deu', 'spa', 'por', 'kir', 'ukr', 'srp', 'ell', 'tha'],
  backend: 'auto',
  face_nets: SHIPPED_FACE_NETS,
  queue_max: LIMITS.queueLengthMax,
  requests_per_minute: LIMITS.requestsPerMinute,
  creates_per_minute: LIMITS.createsPerMinute,
  screenings_per_minute: LIMITS.screeningsPerMinute,
  duplicate_faces: false,
  backup_interval_hours: 24,
  backup_keep: 7,
  backup_registers: true,
  webhook_allow: [ALLOW_LOCAL],
  retention_months: POLICY_V1.retention.months,
  biometrics_months: POLICY_V1.retention.biometrics_months,
  purge_daily: POLICY_V1.retention.purge_daily,
} satisfies SettingValues;
