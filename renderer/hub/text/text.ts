import { locale } from '../../text/locale.ts';
import { formatNumber } from '../../text/text.ts';
import { en, type HubTextKey } from './en.ts';
import { fr } from './fr.ts';

type Values = Readonly<Record<string, string | number>>;

/** Returns a text of the hub's console in the chosen language, with its `{places}` filled in. */
export function h(key: HubTextKey, values: Values = {}): string {
  const text = (locale.value === 'fr' ? fr : en)[key];
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** Returns the text of a key that is made from a code; the readable code if there is none. */
export function hubWord(
  group: 'reason' | 'state' | 'way' | 'action' | 'dataset' | 'taken' | 'warning',
  code: string,
): string {
  const key = `${group}.${code}`;
  return Object.hasOwn(en, key) ? h(key as HubTextKey) : code.replaceAll(/[_.]/g, ' ');
}
