import type { AuditEntryAnswer } from '../../../server/contract/audit.ts';
import { formatNumber, t, textFor } from '../../text/text.ts';
import { hitReason, reasonText, reviewReason, typeLabel } from '../../text/words.ts';

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
  if (typeof value === 'boolean') return t(value ? 'label.yes' : 'label.no');
  if (typeof value === 'number') return formatNumber(value);
  const { decision } = details;
  if (name === 'reason' && (decision === 'approve' || decision === 'reject')) return reviewReason(decision, value);
  if (name === 'reason')
    return textFor(`hit_reason.${value}`) ? hitReason(value) : (textFor(`webhooks.off_${value}`) ?? value);
  if (name === 'reasons') return eachOf(value, reasonText);
  if (name === 'scopes') return eachOf(value, (scope) => textFor(`scope.${scope}`) ?? scope);
  if (name === 'types') return eachOf(value, pieceText);
  if (name === 'settings') return eachOf(value, (setting) => textFor(`settings.${setting}`) ?? setting);
  if (name === 'cause') return textFor(`cause.${value}`) ?? value;
  if (name === 'by') return textFor(`by.${value}`) ?? value;
  if (name === 'from' || name === 'to') return textFor(`system.master_${value}`) ?? value;
  // Codes that somebody chose are no words.
  if (name === 'list' || name === 'register') return value;
  return textFor(`${name}.${value}`) ?? (/^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value);
}

/** Codes with blanks between them, each as words. */
const eachOf = (codes: string, words: (code: string) => string): string => codes.split(' ').map(words).join(', ');

/** Such as `id_card:back`: what was asked for, and which side of it. */
function pieceText(piece: string): string {
  const [type = '', side] = piece.split(':');
  return side === undefined ? typeLabel(type) : `${typeLabel(type)} (${textFor(`side.${side}`) ?? side})`;
}
