import { signal } from '@preact/signals';
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
