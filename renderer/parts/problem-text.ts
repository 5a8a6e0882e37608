import type { ApiError } from '../client/api.ts';
import { locale } from '../text/locale.ts';
import { formLabel, t, textFor, withLabels } from '../text/text.ts';

/** What a refusal says. The appliance speaks English: in another language what it means, and what to do, goes before its own sentence. */
export function problemText({ code, problem }: Pick<ApiError, 'code' | 'problem'>): string {
  if (code === 'unreachable') return t('state.unreachable_remedy');
  const meaning = locale.value === 'en' ? null : textFor(`refused.${code}`);
  const detail = withLabels(
    problem.detail,
    problem.errors.map(({ field }) => field),
  );
  return [meaning, detail].filter(Boolean).join(' ');
}

/** What one thing that is wrong is said of, by its label, and what. */
export function faultText({ field, message }: ApiError['problem']['errors'][number]): string {
  if (field === undefined) return message;
  const said = withLabels(message, [field]);
  return said !== message || message.includes(field) ? said : `${formLabel(field) ?? field} ${message}`;
}
