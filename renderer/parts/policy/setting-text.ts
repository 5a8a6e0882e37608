import type { PolicySettingsAnswer } from '../../../server/contract/policies.ts';
import { en } from '../../text/en.ts';
import { formatCountry, formatNumber, reasonText, t, textFor, topicLabel, typeLabel } from '../../text/text.ts';
import type { Fault, Setting, Value } from './draft.ts';

const COLUMN = /^screening\.(topics|lists)\.([^.]+)\.(counts|fails|possible_from|confirmed_from)$/;
const SEVERITY = 'severity.';
const REASON_HOURS = 'deadlines.reason_hours.';
/** Scores and similar values are clear from their context. */
const PLAIN_UNITS = new Set(['score', 'share', 'grey', 'sharpness']);

/** Returns the row and column of a path in the table of topics or lists; null if it is in neither. */
export function columnOf(path: string): { table: 'topics' | 'lists'; row: string; column: string } | null {
  const [, table, row = '', column = ''] = COLUMN.exec(path) ?? [];
  return table === 'topics' || table === 'lists' ? { table, row, column } : null;
}

/** Returns the title of a group of settings. */
export const groupTitle = ({ name, title }: PolicySettingsAnswer['groups'][number]): string =>
  textFor(`policy.group_${name}`) ?? title;

/** Whether it is the deadline of one reason. */
export const isReasonDeadline = ({ path }: Pick<Setting, 'path'>): boolean => path.startsWith(REASON_HOURS);

/** Returns a setting's label outside its table; an unknown path stays as it is. */
export function settingLabel(path: string): string {
  const place = columnOf(path);
  if (place) {
    const row = place.table === 'topics' ? topicLabel(place.row) : place.row;
    return t('policy.in_row', { row, column: textFor(`policy.${place.column}`) ?? place.column });
  }
  if (path.startsWith(SEVERITY)) return t('policy.finding_of', { code: reasonText(path.slice(SEVERITY.length)) });
  if (path.startsWith(REASON_HOURS))
    return t('policy.deadline_of', { code: reasonText(path.slice(REASON_HOURS.length)) });
  return textFor(`setting.${path}`) ?? path;
}

/** Text keys `fixed.*` by their English text: the appliance says why a setting is fixed, but sends no code. */
const FIXED = new Map(
  Object.entries(en).flatMap(([key, text]) => (key.startsWith('fixed.') ? [[text, key.slice('fixed.'.length)]] : [])),
);

/** Returns why a setting cannot be changed, in the chosen language. */
export const fixedText = (why: string): string => textFor(`fixed.${FIXED.get(why)}`) ?? why;

/** Describes a setting's effect. */
export function settingMeans({ path, means }: Pick<Setting, 'path' | 'means'>): string {
  const place = columnOf(path);
  if (place) return textFor(`policy.means_${place.column}`) ?? means;
  if (path.startsWith(SEVERITY)) return findingMeans(path.slice(SEVERITY.length)) ?? means;
  if (path.startsWith(REASON_HOURS)) return findingMeans(path.slice(REASON_HOURS.length)) ?? means;
  return textFor(`means.${path}`) ?? means;
}

/** Returns the sentence of a finding, with an ellipsis for the values of a record. */
function findingMeans(code: string): string | null {
  return textFor(`finding.${code}`)?.replaceAll(/\{\w+\}\.?/g, '…') ?? null;
}

/** Formats a value with its unit. */
export function valueText(value: Value | undefined, setting?: Pick<Setting, 'unit' | 'path'>): string {
  if (value === null || value === undefined) return nothingText(setting?.path);
  if (typeof value === 'boolean') return t(value ? 'policy.yes' : 'policy.no');
  if (typeof value === 'number') return withUnit(formatNumber(value, 4), setting?.unit ?? null);
  if (Array.isArray(value)) return value.length === 0 ? t('label.none') : value.map(optionText).join(', ');
  return textFor(`policy.severity_${value}`) ?? value;
}

/** Returns what an unset number means: the common value applies, unless the setting says otherwise. */
export function nothingText(path = ''): string {
  if (path.startsWith(REASON_HOURS)) return t('nothing.deadlines.reason_hours');
  return textFor(`nothing.${path}`) ?? t('policy.common_short');
}

function withUnit(number: string, unit: Setting['unit']): string {
  return unit === null || PLAIN_UNITS.has(unit) ? number : `${number} ${t(`policy.unit_${unit}`)}`;
}

/** Returns the label of a list's option: a topic, a document type, or a country. */
export function optionText(option: string): string {
  if (/^[A-Z]{2}$/.test(option)) return formatCountry(option);
  return textFor(`topic.${option}`) ?? textFor(`office.${option}`) ?? typeLabel(option);
}

/** Describes what is wrong with a typed value. */
export function faultText(fault: Fault): string {
  if (fault.code === 'must_be_within')
    return t('policy.must_be_within', { min: formatNumber(fault.min, 4), max: formatNumber(fault.max, 4) });
  if (fault.code === 'must_be_countries') return t('policy.must_be_countries', { codes: fault.codes });
  return t(`policy.${fault.code}`);
}

/** Whether a setting matches a search: every word is in its label, description or policy path. */
export function isMeant(setting: Setting, search: string): boolean {
  const all = `${settingLabel(setting.path)} ${settingMeans(setting)} ${setting.path}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
