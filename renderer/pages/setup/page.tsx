import { useEffect, useState } from 'preact/hooks';
import type { FirstRunAnswer } from '../../../server/contract/system-keys.ts';
import { mode } from '../../client/api.ts';
import { useGet } from '../../client/resource.ts';
import { can, session } from '../../client/session.ts';
import { Page } from '../../parts/page.tsx';
import { Forbidden, Loaded } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import { AdministratorStep, begunHere } from './administrator.tsx';
import { ListStep } from './first-list.tsx';
import { Frame } from './frame.tsx';
import { ApiKeyStep, Finish } from './last-steps.tsx';
import { MasterKeyStep } from './master-key.tsx';
import { RecoveryKeyStep } from './recovery-key.tsx';
import { nextStep, type StepName } from './steps.ts';
import './page.css';

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

/** The steps behind the administrator. Each is done, or put off with a plain warning; the appliance knows what is missing. */
function FirstRun() {
  const checklist = useGet<FirstRunAnswer>('/v1/system/first-run');
  const [passed, setPassed] = useState<ReadonlySet<StepName>>(new Set());
  const [chosen, setChosen] = useState<StepName | null>(null);
  const state = checklist.state.value;
  if (state.status !== 'ready') {
    return (
      <Frame current={null}>
        <Loaded of={checklist}>{() => null}</Loaded>
      </Frame>
    );
  }
  const step = chosen ?? nextStep(state.data, passed, begunHere.value);
  const pass = async (): Promise<void> => {
    await checklist.reload();
    if (step) setPassed(new Set([...passed, step]));
    if (step === 'master_key') begunHere.value = false;
    setChosen(null);
  };
  const Step = step === null ? null : SCREENS[step];
  return (
    <Frame current={step} checklist={state.data} onStep={setChosen}>
      {Step ? <Step key={step} onPassed={() => void pass()} /> : <Finish checklist={state.data} onStep={setChosen} />}
    </Frame>
  );
}

const SCREENS = {
  administrator: MasterKeyStep,
  master_key: MasterKeyStep,
  recovery_key: RecoveryKeyStep,
  list_loaded: ListStep,
  api_key: ApiKeyStep,
} as const satisfies Record<StepName, (props: { onPassed: () => void }) => unknown>;
