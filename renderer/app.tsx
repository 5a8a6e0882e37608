import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { mode, unreachable } from './client/api.ts';
import { operator, operatorId, session, sessionProblem } from './client/session.ts';
import { Layout } from './layout/layout.tsx';
import { LoginPage, PasswordPage, SecondFactorPage } from './pages/login/page.tsx';
import { ErrorState, Loading, NotFound } from './parts/states.tsx';
import { Announcer } from './parts/toast.tsx';
import { place } from './router.ts';
import type { PageName } from './routes.ts';
import { SCREENS } from './screens.ts';

/** The screens whose code has come. */
const loaded = signal<Partial<Record<PageName, ComponentType>>>({});
/** The one whose code did not come. */
const missing = signal<PageName | null>(null);

export function App() {
  return (
    <>
      <Gate />
      <Announcer />
    </>
  );
}

/** Nobody sees anything before they are logged in; a locked console keeps its address and nothing of what it showed. */
function Gate() {
  if (!session.value) {
    const problem = sessionProblem.value;
    return problem ? <ErrorState error={problem} onRetry={() => location.reload()} /> : <Loading />;
  }
  if (session.value.setup_required) return <Page name="setup" />;
  if (!operator.value) return <LoginPage />;
  if (operator.value.must_change_password) return <PasswordPage />;
  if (session.value.must_set_second_factor) return <SecondFactorPage />;
  const { page } = place.value;
  if (page === 'setup') return <Page name="setup" />;
  // Another operator's console is another one: nothing of the former stays.
  return <Layout key={operatorId.value}>{page ? <Page name={page} /> : <NotFound />}</Layout>;
}

function Page({ name }: { name: PageName }) {
  useEffect(() => void fetchPage(name), [name]);
  const Component = loaded.value[name];
  // Another record, or another data space, is another page: nothing of the former one stays.
  const key = [mode.value, ...Object.values(place.value.params)].join('/');
  if (Component) return <Component key={key} />;
  // A browser asks for a script that failed once no more, until the page is loaded anew.
  if (missing.value === name) return <ErrorState error={unreachable('/console')} onRetry={() => location.reload()} />;
  return <Loading />;
}

async function fetchPage(name: PageName): Promise<void> {
  if (loaded.peek()[name]) return;
  try {
    const { default: component } = await SCREENS[name]();
    loaded.value = { ...loaded.peek(), [name]: component };
  } catch {
    missing.value = name;
  }
}
