import { useState } from 'preact/hooks';
import type { FirstRunAnswer } from '../../../server/contract/system-keys.ts';
import { useGet } from '../../client/resource.ts';
import { Loaded } from '../../parts/states.tsx';
import { begunHere } from './administrator.tsx';
import { ApiKeyStep } from './api-key.tsx';
import { Finish } from './finish.tsx';
import { ListStep } from './first-list.tsx';
import { Frame } from './frame.tsx';
import { MasterKeyStep } from './master-key.tsx';
import { RecoveryKeyStep } from './recovery-key.tsx';
import { nextStep, type StepName } from './steps.ts';

/** The steps behind the administrator. Each is done, or put off with a plain warning; the appliance knows what is missing. */
export function FirstRun() {
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
