import type { TimelineEntryAnswer } from '../../server/contract/timeline.ts';
import { formatCountry, formatDay, formatNumber, textFor } from './text.ts';

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
  backup_dir: 'settings.backup_dir',
  backup_keys_dir: 'settings.backup_keys_dir',
  backup_interval_hours: 'settings.backup_interval_hours',
  backup_keep: 'settings.backup_keep',
  lists_inbox: 'settings.lists_inbox',
  webhook_allow: 'settings.webhook_allow',
  update_keys: 'settings.update_keys',
  languages: 'settings.languages',
  second_factor: 'settings.second_factor',
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
  const label = textFor(`field.${name}`) ?? textFor(FORM_LABELS[name] ?? '');
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
export const stepLabel = (name: string): string => word('step', name);
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
