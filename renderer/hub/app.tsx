import type { ComponentType } from 'preact';
import { Announcer, ErrorState, ForbiddenPage, Loading, NotFound } from '../parts/page.tsx';
import { Frame } from './frame.tsx';
import { LoginPage, PasswordPage, SecondFactorPage, SetupPage } from './gate.tsx';
import { FOR_ADMINISTRATORS, place, type ScreenName } from './place.ts';
import { AuditScreen } from './screens/audit.tsx';
import { BranchScreen } from './screens/branch.tsx';
import { BranchesScreen } from './screens/branches.tsx';
import { FilesScreen } from './screens/files.tsx';
import { OperatorsScreen } from './screens/operators.tsx';
import { RecordsScreen } from './screens/records.tsx';
import { RolloutsScreen } from './screens/rollouts.tsx';
import { isAdministrator, operator, session, sessionProblem } from './session.ts';
import { h } from './text/text.ts';

const COMPONENTS: Readonly<Record<ScreenName, ComponentType>> = {
  branches: BranchesScreen,
  records: RecordsScreen,
  rollouts: RolloutsScreen,
  files: FilesScreen,
  operators: OperatorsScreen,
  audit: AuditScreen,
};

export function App() {
  return (
    <>
      <Gate />
      <Announcer />
    </>
  );
}

function Gate() {
  if (!session.value) {
    const problem = sessionProblem.value;
    return problem ? <ErrorState error={problem} onRetry={() => location.reload()} /> : <Loading />;
  }
  if (session.value.setup_required) return <SetupPage />;
  if (!operator.value) return <LoginPage />;
  if (operator.value.must_change_password) return <PasswordPage />;
  if (session.value.must_set_second_factor) return <SecondFactorPage />;
  return (
    <Frame key={operator.value.id}>
      <Current />
    </Frame>
  );
}

function Current() {
  const { screen, id } = place.value;
  if (screen === null) return <NotFound />;
  if (!isAdministrator.value && FOR_ADMINISTRATORS.has(screen)) return <ForbiddenPage title={h(`nav.${screen}`)} />;
  if (screen === 'branches' && id !== null) return <BranchScreen key={id} id={id} />;
  const Component = COMPONENTS[screen];
  return <Component key={screen} />;
}
