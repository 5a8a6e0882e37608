import type { ApiError } from '../client/api.ts';
import { locale } from '../text/locale.ts';
import { t, textFor } from '../text/text.ts';

/** What a refusal says. The appliance speaks English: in another language what it means, and what to do, goes before its own sentence. */
export function problemText({ code, problem }: Pick<ApiError, 'code' | 'problem'>): string {
  if (code === 'unreachable') return t('state.unreachable_remedy');
  const meaning = locale.value === 'en' ? null : textFor(`refused.${code}`);
  return [meaning, problem.detail].filter(Boolean).join(' ');
}
