import { useEffect } from 'preact/hooks';
import { mode } from '../../client/api.ts';
import { can, session } from '../../client/session.ts';
import { Page } from '../../parts/page.tsx';
import { Forbidden } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import { AdministratorStep } from './administrator.tsx';
import { Frame } from './frame.tsx';
import './page.css';
import { FirstRun } from './first-run.tsx';

/** A new appliance, from its one-time code to the queue. Whoever comes back goes on where something is missing. */
export default function SetupPage() {
  // The keys and the list of a new appliance are those of live data.
  useEffect(() => {
    mode.value = 'live';
  }, []);
  if (session.value?.setup_required) {
    return (
      <Frame current="administrator">
        <AdministratorStep />
      </Frame>
    );
  }
  return can('admin') ? (
    <FirstRun />
  ) : (
    <Frame current={null}>
      <Page title={t('setup.title')}>
        <Forbidden />
      </Page>
    </Frame>
  );
}
