import type { AuditEntryAnswer } from '../../../server/api/contract/audit.ts';
import { formatNumber } from '../../text/format.ts';
import { t, textFor } from '../../text/text.ts';
import { hitReason, reasonText, reviewReason } from '../../text/words.ts';

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
  if (name === 'reasons') return value.split(' ').map(reasonText).join(', ');
  return textFor(`${name}.${value}`) ?? (/^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value);
}
