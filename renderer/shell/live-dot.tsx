import { can } from '../client/session.ts';
import { liveState } from '../live/events.ts';
import { t } from '../text/text.ts';

/** Whether what is shown follows what happens. */
export function LiveDot() {
  if (!can('events:read')) return null;
  const label = t(liveState.value === 'open' ? 'live.on' : 'live.off');
  return <span class={`live-dot ${liveState.value}`} role="img" aria-label={label} title={label} />;
}
