import { useEffect } from 'preact/hooks';
import type { SystemStateAnswer } from '../../../server/contract/system-state.ts';
import { mode } from '../../client/api.ts';
import { type Resource, useGet } from '../../client/resource.ts';
import { can } from '../../client/session.ts';
import { Page } from '../../parts/page.tsx';
import { Forbidden, LiveOnly, Loaded } from '../../parts/states.tsx';
import { formatAgo, t } from '../../text/text.ts';
import { Backups } from './backups.tsx';
import { Egress } from './egress.tsx';
import { Engines, Models } from './engines.tsx';
import { Glance } from './glance.tsx';
import { Keys } from './keys.tsx';
import { Office } from './office.tsx';
import { ClockDoubt, Warnings } from './warnings.tsx';
import './page.css';
import { Settings } from './settings.tsx';
import { ThisComputer } from './this-computer.tsx';
import { Throughput } from './throughput.tsx';
import { Updates } from './updates.tsx';

const REFRESH_MS = 10_000;
/** While something is still being measured. */
const REFRESH_SOON_MS = 1_500;

/** The state of the machine: what to mend first, then what it is and does. */
export default function SystemPage() {
  return <Page title={t('nav.system')}>{can('admin') ? <Body /> : <Forbidden />}</Page>;
}

function Body() {
  return (
    <>
      <LiveOnly>
        <Machine />
      </LiveOnly>
      {mode.value === 'test' && <Throughput />}
      <ThisComputer />
    </>
  );
}

function Machine() {
  const state = useGet<SystemStateAnswer>('/v1/system');
  useRefresh(state);
  return (
    <Loaded of={state}>
      {(system) => (
        <div class="system">
          <p class="faint system-version">
            {t('system.version', { version: system.version, since: formatAgo(system.started_at) })}
          </p>
          <Warnings system={system} />
          <ClockDoubt clock={system.clock} onConfirmed={() => void state.reload()} />
          <Glance system={system} />
          <Throughput />
          <div class="system-pair">
            <Backups system={system} onDone={() => void state.reload()} />
            <Keys onChange={() => void state.reload()} />
          </div>
          <Settings onChange={() => void state.reload()} />
          <Office onChange={() => void state.reload()} />
          <Engines system={system} />
          <Models models={system.models} />
          <Updates />
          <Egress />
        </div>
      )}
    </Loaded>
  );
}

/** Asks again now and then while the page is looked at. */
function useRefresh(state: Resource<SystemStateAnswer>): void {
  const soon = state.known()?.disk.measured_at === null;
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (!document.hidden) void state.reload();
      },
      soon ? REFRESH_SOON_MS : REFRESH_MS,
    );
    return () => clearInterval(timer);
  }, [state, soon]);
}
