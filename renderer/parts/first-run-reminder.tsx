import type { FirstRunAnswer } from '../../server/contract/system-keys.ts';
import { mode } from '../client/api.ts';
import { useGet } from '../client/resource.ts';
import { can } from '../client/session.ts';
import { formatList, t } from '../text/text.ts';
import { Icon } from './button.tsx';

const STEPS = ['master_key', 'recovery_key', 'list_loaded', 'api_key'] as const;

/** To administrators, as long as something of the first run is missing: what, and the way there. To others nothing. */
export function FirstRunReminder() {
  return can('admin') && mode.value === 'live' ? <Reminder /> : null;
}

function Reminder() {
  const known = useGet<FirstRunAnswer>('/v1/system/first-run').known();
  // What is missing can wait: a failure to learn of it is no reason to say anything.
  if (!known || known.done) return null;
  const left = STEPS.filter((step) => !known[step]);
  return (
    <p class="reminder">
      <Icon name="info" />
      <span>{t('setup.reminder', { missing: formatList(left.map((step) => t(`setup.reminder_${step}`))) })}</span>
      <a href="/setup">{t('setup.reminder_go')}</a>
    </p>
  );
}
