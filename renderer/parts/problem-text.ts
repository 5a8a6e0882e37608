import type { ApiError } from '../client/api.ts';
import { locale } from '../text/locale.ts';
import { formLabel, t, textFor, withLabels } from '../text/text.ts';

/** Returns the text of a refusal. The appliance writes English; in another language a translation with the remedy comes before its sentence. */
export function problemText({ code, problem }: Pick<ApiError, 'code' | 'problem'>): string {
  if (code === 'unreachable') return t('state.unreachable_remedy');
  const meaning = locale.value === 'en' ? null : textFor(`refused.${code}`);
  const detail = withLabels(
    problem.detail,
    problem.errors.map(({ field }) => field),
  );
  return [meaning, detail].filter(Boolean).join(' ');
}

/** Returns the label of the field and what is wrong with it. */
export function faultText({ field, message }: ApiError['problem']['errors'][number]): string {
  if (field === undefined) return message;
  const said = withLabels(message, [field]);
  return said !== message || message.includes(field) ? said : `${formLabel(field) ?? field} ${message}`;
}
