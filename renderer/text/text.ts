import { signal } from '@preact/signals';
import { en, type TextKey, type Texts } from './en.ts';
import { formatTag, locale } from './locale.ts';
import { pseudo } from './pseudo.ts';

/** Keys that have a text for each plural category: `key.one`, `key.other`. */
export type PluralKey = { [K in TextKey]: K extends `${infer Stem}.other` ? Stem : never }[TextKey];
export type { TextKey };

type Values = Readonly<Record<string, string | number>>;

/** French comes when it is asked for. */
const french = signal<Texts | null>(null);

async function loadFrench(): Promise<void> {
  french.value = (await import('./fr.ts')).fr;
}

/** The text of a key in the chosen language, its `{places}` filled in. */
export function t(key: TextKey, values: Values = {}): string {
  return fill(textOf(key), values);
}

/** The text for a count: `key.one` or `key.other` by the rules of the language. `{count}` is the formatted count. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const category = new Intl.PluralRules(formatTag() === 'ar-EG' ? 'en' : formatTag()).select(count);
  const wanted = `${key}.${category}` as TextKey;
  const found = Object.hasOwn(en, wanted) ? wanted : (`${key}.other` as TextKey);
  return t(found, { count: new Intl.NumberFormat(formatTag()).format(count), ...values });
}

/** The text of a key that is put together from data, such as a state's name; null where there is none. */
export function textFor(key: string, values: Values = {}): string | null {
  return Object.hasOwn(en, key) ? t(key as TextKey, values) : null;
}

function textOf(key: TextKey): string {
  if (locale.value === 'x-rtl') return pseudo(en[key]);
  if (locale.value === 'en') return en[key];
  if (french.value === null) void loadFrench();
  return french.value?.[key] ?? en[key];
}

function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
