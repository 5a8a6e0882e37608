import { signal } from '@preact/signals';
import type { TimelineEntryAnswer } from '../../server/contract/timeline.ts';
import { nowMs } from '../client/clock.ts';
import { en, type Texts } from './en.ts';
import { formatTag, hourCycle, locale } from './locale.ts';
import { pseudo } from './pseudo.ts';

type Key = keyof typeof en;
/** Keys whose text has a singular and a plural form, separated by a vertical bar. */
type PluralKey = { [K in Key]: (typeof en)[K] extends `${string}|${string}` ? K : never }[Key];
export type TextKey = Exclude<Key, PluralKey>;

type Values = Readonly<Record<string, string | number>>;

/** French is loaded on demand. */
const french = signal<Texts | null>(null);

async function loadFrench(): Promise<void> {
  french.value = (await import('./fr.ts')).fr;
}

/** Returns the text of a key in the chosen language, with its `{places}` filled in. */
export function t(key: TextKey, values: Values = {}): string {
  return say(textOf(key), values);
}

/** Returns the text for a count, by the plural rules of the language. `{count}` is the formatted count. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const tag = formatTag() === 'ar-EG' ? 'en' : formatTag();
  const [one = '', other = one] = textOf(key).split('|');
  const text = new Intl.PluralRules(tag).select(count) === 'one' ? one : other;
  return say(text, { count: new Intl.NumberFormat(formatTag()).format(count), ...values });
}

/** Returns the text of a key built from data, such as a status's label; null if there is none. */
export function textFor(key: string, values: Values = {}): string | null {
  return Object.hasOwn(en, key) ? t(key as TextKey, values) : null;
}

function textOf(key: Key): string {
  if (locale.value !== 'fr') return en[key];
  if (french.value === null) void loadFrench();
  return french.value?.[key] ?? en[key];
}

function say(text: string, values: Values): string {
  const said = locale.value === 'x-rtl' ? pseudo(text) : text;
  return said.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns a date format in the user's language and the machine's time zone, with its 24 or 12 hours. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const cycle = hourCycle();
  return new Intl.DateTimeFormat(formatTag(), { ...options, ...(cycle && { hourCycle: cycle }) });
}

/** Formats day and time to the minute. `at`: ISO 8601. */
export function formatWhen(at: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

/** The same to the second. */
export function formatExactly(at: string): string {
  return dateFormat({ dateStyle: 'full', timeStyle: 'medium' }).format(new Date(at));
}

/** Formats a day. A plain date (`2034-05-05`) has no time zone and is the same day everywhere. */
export function formatDay(date: string): string {
  const mere = /^\d{4}-\d{2}-\d{2}$/.test(date);
  return dateFormat({ dateStyle: 'medium', ...(mere && { timeZone: 'UTC' }) }).format(new Date(date));
}

/** Formats a relative time, such as "3 minutes ago"; future times too. */
export function formatAgo(at: string): string {
  const passedMs = new Date(at).getTime() - nowMs();
  const format = new Intl.RelativeTimeFormat(formatTag(), { numeric: 'auto', style: 'long' });
  const size = Math.abs(passedMs);
  if (size < MINUTE_MS) return format.format(Math.round(passedMs / 1000), 'second');
  if (size < HOUR_MS) return format.format(Math.round(passedMs / MINUTE_MS), 'minute');
  if (size < DAY_MS) return format.format(Math.round(passedMs / HOUR_MS), 'hour');
  return format.format(Math.round(passedMs / DAY_MS), 'day');
}

export function formatNumber(value: number, digitsMax = 2): string {
  return new Intl.NumberFormat(formatTag(), { maximumFractionDigits: digitsMax }).format(value);
}

/** Formats a `share` 0..1 as a percentage. */
export function formatShare(share: number, digitsMax = 0): string {
  return new Intl.NumberFormat(formatTag(), { style: 'percent', maximumFractionDigits: digitsMax }).format(share);
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in its largest fitting unit; bytes are written out, because only so they have a plural. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1);
  const unit = BYTE_UNITS[step] ?? 'byte';
  const unitDisplay = step === 0 ? 'long' : 'short';
  const digits = { maximumFractionDigits: step > 1 ? 1 : 0 };
  return new Intl.NumberFormat(formatTag(), { style: 'unit', unit, unitDisplay, ...digits }).format(
    bytes / 1000 ** step,
  );
}

/** Formats a duration in its largest fitting unit. */
export function formatDuration(ms: number): string {
  const [unit, size] =
    ms < 1000
      ? (['millisecond', 1] as const)
      : ms < MINUTE_MS
        ? (['second', 1000] as const)
        : ms < HOUR_MS
          ? (['minute', MINUTE_MS] as const)
          : ms < 2 * DAY_MS
            ? (['hour', HOUR_MS] as const)
            : (['day', DAY_MS] as const);
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: ms < MINUTE_MS ? 1 : 0 } as const;
  return new Intl.NumberFormat(formatTag(), options).format(ms / size);
}

/** Returns the name of a country by its ISO 3166-1 alpha-2 code; the code itself if there is none. */
export function formatCountry(code: string): string {
  try {
    return new Intl.DisplayNames(formatTag(), { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Formats a list such as "a, b and c". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(formatTag() === 'ar-EG' ? 'en' : formatTag(), { type: 'conjunction' }).format(items);
}

/** Returns a name in its own text direction, whatever surrounds it (Unicode: first strong isolate). */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

type Evidence = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** A finding in a record, or in `errors` without its evidence. */
export interface SaidFinding {
  code: string;
  message: string;
  evidence?: Evidence;
}

/** Returns the text of a finding, with its remedy; the appliance's own sentence if a value for the text is missing. */
export function findingText({ code, message, evidence = {} }: SaidFinding): string {
  const values = Object.entries(evidence).map(([name, value]) => [name, evidenceText(name, value)]);
  const text = textFor(`finding.${code}`, Object.fromEntries(values)) ?? message;
  return /\{\w+\}/.test(text) ? message : text;
}

function evidenceText(name: string, value: Evidence[string]): string {
  if (typeof value === 'number') return formatNumber(value, 3);
  const toText = EVIDENCE[name] ?? String;
  const all = Array.isArray(value) ? value : [String(value)];
  return all.map((one) => toText(one)).join(', ');
}

/** Returns the label of a field at any depth: `dob`, `applicant.dob` and `ubos[1].dob` have the same label. */
export function fieldLabel(field: string): string {
  const [name, index] = field.split('.').at(-1)?.split('[') ?? [];
  const label = word('field', name ?? field);
  return index === undefined ? label : `${label} ${formatNumber(Number.parseInt(index, 10) + 1)}`;
}

/** Labels of form fields that no record shows. */
const FORM_LABELS: Readonly<Record<string, string>> = {
  line1: 'create.line1',
  line2: 'create.line2',
  postal_code: 'create.postal_code',
  city: 'create.city',
  state: 'create.state',
  role: 'create.role',
  ownership_percent: 'create.share',
  parent: 'create.share_in',
  login: 'login.login',
  password: 'login.password',
  label: 'keys.label_new',
  max_age_days: 'lists.age_max',
  published_at: 'lists.published_at',
  url: 'webhooks.url',
  code: 'label.code',
};

/**
 * Replaces the field paths in the appliance's text with the console's labels, and the row number if there are several: `ubos[1].dob must ...`
 * becomes "Beneficial owners 2, Date of birth must ...". A field without a label keeps its path.
 */
export function withLabels(text: string, fields: readonly (string | undefined)[]): string {
  return fields.reduce<string>((said, field) => {
    const label = field === undefined ? null : formLabel(field);
    if (field === undefined || label === null) return said;
    const path = new RegExp(`(?<![\\w.])${field.replaceAll(/[[\].]/g, '\\$&')}(?![\\w[])`, 'g');
    return said.replace(path, () => label);
  }, text);
}

/** Returns a field's label for `withLabels`; null if it has none. */
export function formLabel(field: string): string | null {
  const parts = field.split('.');
  const name = parts.at(-1)?.split('[')[0] ?? field;
  const label = textFor(`field.${name}`) ?? textFor(FORM_LABELS[name] ?? `settings.${name}`);
  if (label === null) return null;
  const row = parts.slice(0, -1).find((part) => part.endsWith(']'));
  return row === undefined ? label : `${fieldLabel(row)}, ${label}`;
}

export const typeLabel = (type: string): string => word('doc', type);
export const sideLabel = (side: string): string => word('side', side);

/** Returns a label such as "Identity card, front". */
export function documentLabel({ type, side }: { type: string; side?: string | null }): string {
  return side ? `${typeLabel(type)}, ${sideLabel(side)}` : typeLabel(type);
}

/** Returns the short label of a reason code. */
export const reasonText = (code: string): string => word('reason', code);
export const checkLabel = (name: string): string => word('check', name);
/** A step with only one check has that check's label. */
export const stepLabel = (name: string): string => textFor(`step.${name}`) ?? checkLabel(name);
export const sourceLabel = (name: string): string => word('source', name);
export const reviewReason = (decision: 'approve' | 'reject', reason: string): string => word(decision, reason);
export const hitReason = (reason: string): string => word('hit_reason', reason);
export const topicLabel = (topic: string): string => word('topic', topic);
export const entityLabel = (type: string): string => word('entity', type);
export const nameKindLabel = (kind: string): string => word('name_kind', kind);

/** Returns the text of an event, by the code of its entry in a timeline or the audit log. */
export function eventText(code: string, details: TimelineEntryAnswer['details'] = {}): string {
  const [kind, ...rest] = code.split('.');
  if (kind === 'step') return stepLabel(rest.join('.'));
  const decision = textFor(`decision.${details['decision']}`) ?? '';
  return textFor(`event.${code.replace(/^kyb\./, '')}`, { decision }) ?? plain(code);
}

type Actor = NonNullable<TimelineEntryAnswer['actor']>;

/** Returns an actor's name; the id if the name is unknown. */
export function actorName({ id, kind, name }: Actor): string {
  return name ?? textFor(`actor.${kind}`) ?? id;
}

/** Formats a record's value: days and countries in words. */
export function fieldValue(field: string, value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
  if (/nationality|country/.test(field) && /^[A-Z]{2}$/.test(value)) return formatCountry(value);
  if (/sex|gender/.test(field)) return textFor(`value.${value}`) ?? value;
  return value;
}

/** How to format evidence values, by their names. */
const EVIDENCE: Readonly<Record<string, (value: string) => string>> = {
  declared: (value) => textFor(`side.${value}`) ?? typeLabel(value),
  found: (value) => textFor(`side.${value}`) ?? typeLabel(value),
  present: sideLabel,
  type: typeLabel,
  side: (value) => textFor(`edge.${value}`) ?? value,
  rules: (value) => word('rule', value),
  fields: fieldLabel,
  topic: topicLabel,
  topics: topicLabel,
  country: formatCountry,
  dated: formatDay,
  percent: shareText,
  submitted: shareText,
  registered: shareText,
};

/** Formats a share as the appliance writes it (`rangeText` in server/checks): `30 %`, `25 to 50 %`, or control without a share. */
function shareText(value: string): string {
  if (value === 'control by other means') return t('share.other_means');
  const [, min, max] = /^([\d.]+)(?: to ([\d.]+))? %$/.exec(value) ?? [];
  if (min === undefined) return value;
  const exact = (percent: string): string => formatNumber(Number(percent), 3);
  return max === undefined ? `${exact(min)} %` : t('share.range', { min: exact(min), max: exact(max) });
}

/** Returns the label of a code; a code unknown to the console is made readable. */
function word(kind: string, code: string): string {
  return textFor(`${kind}.${code}`) ?? plain(code);
}

const plain = (code: string): string => code.replaceAll(/[_.]/g, ' ');
