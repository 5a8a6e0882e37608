import type { AuditEntryAnswer } from '../../../server/api/contract/audit.ts';
import { formatNumber } from '../../text/format.ts';
import { t, textFor } from '../../text/text.ts';
import { hitReason, reviewReason } from '../../text/words.ts';

const PLACES: Readonly<Record<string, (id: string) => string>> = {
  ver: (id) => `/verifications/${id}`,
  kyb_ver: (id) => `/companies/${id}`,
  lst: (id) => `/lists/${id}`,
  whe: (id) => `/webhooks/${id}`,
};

/** The page of what an entry is about; null where it has none. */
export function placeOfSubject(subject: string): string | null {
  const prefix = subject.slice(0, subject.lastIndexOf('_'));
  return PLACES[prefix]?.(subject) ?? null;
}

const END_CHARS = 8;

/** An id by its kind and its end, by which ids of the same time differ: `ver_…za4gqw3g`. */
export function shortId(id: string): string {
  const [, prefix = '', rest = ''] = /^(.+_)?(.*)$/.exec(id) ?? [];
  return rest.length <= END_CHARS + 2 ? id : `${prefix}…${rest.slice(-END_CHARS)}`;
}

type Details = AuditEntryAnswer['details'];

/** What an entry tells besides, in words as far as there are some. */
export function detailTexts(details: Details): (readonly [name: string, value: string])[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [
      textFor(`detail.${name}`) ?? name.replaceAll('_', ' '),
      valueText(name, value ?? '', details),
    ]);
}

function valueText(name: string, value: string | number | boolean, details: Details): string {
  if (typeof value === 'boolean') return t(value ? 'detail_value.true' : 'detail_value.false');
  if (typeof value === 'number') return formatNumber(value);
  const { decision } = details;
  if (name === 'reason' && (decision === 'approve' || decision === 'reject')) return reviewReason(decision, value);
  if (name === 'reason') return textFor(`hit_reason.${value}`) ? hitReason(value) : value;
  if (name === 'reasons') return value.split(' ').map(reasonOf).join(', ');
  return textFor(`${name}.${value}`) ?? (/^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value);
}

const reasonOf = (code: string): string => textFor(`reason.${code}`) ?? code.replaceAll('_', ' ');
