import { signal } from '@preact/signals';
import type { TimelineEntryAnswer } from '../../server/contract/timeline.ts';
import { nowMs } from '../client/clock.ts';
import { en, type Texts } from './en.ts';
import { formatTag, hourCycle, locale } from './locale.ts';
import { pseudo } from './pseudo.ts';

type Key = keyof typeof en;
/** Keys whose text has a form for one and another for more, with a stroke between them. */
type PluralKey = { [K in Key]: (typeof en)[K] extends `${string}|${string}` ? K : never }[Key];
export type TextKey = Exclude<Key, PluralKey>;

type Values = Readonly<Record<string, string | number>>;

/** French comes when it is asked for. */
const french = signal<Texts | null>(null);

async function loadFrench(): Promise<void> {
  french.value = (await import('./fr.ts')).fr;
}

/** The text of a key in the chosen language, its `{places}` filled in. */
export function t(key: TextKey, values: Values = {}): string {
  return say(textOf(key), values);
}

/** The text for a count, by the rules of the language. `{count}` is the formatted count. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const tag = formatTag() === 'ar-EG' ? 'en' : formatTag();
  const [one = '', other = one] = textOf(key).split('|');
  const text = new Intl.PluralRules(tag).select(count) === 'one' ? one : other;
  return say(text, { count: new Intl.NumberFormat(formatTag()).format(count), ...values });
}

/** The text of a key that is put together from data, such as a state's name; null where there is none. */
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

/** Dates in the person's language and the machine's time zone, with its 24 or 12 hours. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const cycle = hourCycle();
  return new Intl.DateTimeFormat(formatTag(), { ...options, ...(cycle && { hourCycle: cycle }) });
}

/** Day and time to the minute. `at`: ISO 8601. */
export function formatWhen(at: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

/** The same to the second. */
export function formatExactly(at: string): string {
  return dateFormat({ dateStyle: 'full', timeStyle: 'medium' }).format(new Date(at));
}

/** A day. A mere date (`2034-05-05`) has no time zone and stays that day everywhere. */
export function formatDay(date: string): string {
  const mere = /^\d{4}-\d{2}-\d{2}$/.test(date);
  return dateFormat({ dateStyle: 'medium', ...(mere && { timeZone: 'UTC' }) }).format(new Date(date));
}

/** Such as "3 minutes ago"; times to come too. */
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

/** `share` 0..1 as a percentage. */
export function formatShare(share: number, digitsMax = 0): string {
  return new Intl.NumberFormat(formatTag(), { style: 'percent', maximumFractionDigits: digitsMax }).format(share);
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1);
  const unit = BYTE_UNITS[step] ?? 'byte';
  const digits = { maximumFractionDigits: step > 1 ? 1 : 0 };
  return new Intl.NumberFormat(formatTag(), { style: 'unit', unit, unitDisplay: 'short', ...digits }).format(
    bytes / 1000 ** step,
  );
}

/** A length of time in its largest fitting unit. */
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

/** The name of a country by its ISO 3166-1 alpha-2 code; the code itself where there is none. */
export function formatCountry(code: string): string {
  try {
    return new Intl.DisplayNames(formatTag(), { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Such as "a, b and c". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(formatTag() === 'ar-EG' ? 'en' : formatTag(), { type: 'conjunction' }).format(items);
}

/** A name in its own direction, whatever stands around it (Unicode: first strong isolate). */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

type Evidence = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An observation as records carry it; of `errors` without its evidence. */
export interface SaidFinding {
  code: string;
  message: string;
  evidence?: Evidence;
}

/** What a finding says, with its remedy; the appliance's own sentence where a value of ours is missing. */
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

/** The name of a field, however deep it stands: `dob`, `applicant.dob` and `ubos[1].dob` are one. */
export function fieldLabel(field: string): string {
  const [name, index] = field.split('.').at(-1)?.split('[') ?? [];
  const label = word('field', name ?? field);
  return index === undefined ? label : `${label} ${formatNumber(Number.parseInt(index, 10) + 1)}`;
}

/** Labels of forms, of fields that no record shows. */
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
 * A text of the appliance, which names fields by their paths, with the labels of the console in their place, and the row where there are
 * several: `ubos[1].dob must ...` says "Beneficial owners 2, Date of birth must ...". A field without a label keeps its path.
 */
export function withLabels(text: string, fields: readonly (string | undefined)[]): string {
  return fields.reduce<string>((said, field) => {
    const label = field === undefined ? null : formLabel(field);
    if (field === undefined || label === null) return said;
    const path = new RegExp(`(?<![\\w.])${field.replaceAll(/[[\].]/g, '\\$&')}(?![\\w[])`, 'g');
    return said.replace(path, () => label);
  }, text);
}

/** As `withLabels` says it; null: it has no label. */
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

/** Such as "Identity card, front". */
export function documentLabel({ type, side }: { type: string; side?: string | null }): string {
  return side ? `${typeLabel(type)}, ${sideLabel(side)}` : typeLabel(type);
}

/** What a reason code means, in a few words. */
export const reasonText = (code: string): string => word('reason', code);
export const checkLabel = (name: string): string => word('check', name);
/** A step that is one check is called by it. */
export const stepLabel = (name: string): string => textFor(`step.${name}`) ?? checkLabel(name);
export const sourceLabel = (name: string): string => word('source', name);
export const reviewReason = (decision: 'approve' | 'reject', reason: string): string => word(decision, reason);
export const hitReason = (reason: string): string => word('hit_reason', reason);
export const topicLabel = (topic: string): string => word('topic', topic);
export const entityLabel = (type: string): string => word('entity', type);
export const nameKindLabel = (kind: string): string => word('name_kind', kind);

/** What happened, by the code of a timeline's or the audit log's entry. */
export function eventText(code: string, details: TimelineEntryAnswer['details'] = {}): string {
  const [kind, ...rest] = code.split('.');
  if (kind === 'step') return stepLabel(rest.join('.'));
  const decision = textFor(`decision.${details['decision']}`) ?? '';
  return textFor(`event.${code.replace(/^kyb\./, '')}`, { decision }) ?? plain(code);
}

type Actor = NonNullable<TimelineEntryAnswer['actor']>;

/** Who did something; the id where nobody knows a name. */
export function actorName({ id, kind, name }: Actor): string {
  return name ?? textFor(`actor.${kind}`) ?? id;
}

/** A value of a record for a person: days and countries in words. */
export function fieldValue(field: string, value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
  if (/nationality|country/.test(field) && /^[A-Z]{2}$/.test(value)) return formatCountry(value);
  if (/sex|gender/.test(field)) return textFor(`value.${value}`) ?? value;
  return value;
}

/** Which texts the values of evidence are, by the name of the value. */
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
};

/** The word for a code of ours; a code that is new to the console is at least readable. */
function word(kind: string, code: string): string {
  return textFor(`${kind}.${code}`) ?? plain(code);
}

const plain = (code: string): string => code.replaceAll(/[_.]/g, ' ');
