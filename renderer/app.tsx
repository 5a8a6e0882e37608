import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { mode, unreachable } from './client/api.ts';
import { operator, operatorId, session, sessionProblem } from './client/session.ts';
import { Layout } from './layout/layout.tsx';
import { CodePage, LoginPage, PasswordPage, SecondFactorPage } from './pages/login/page.tsx';
import { Announcer, ErrorState, Loading, NotFound } from './parts/page.tsx';
import { place } from './router.ts';
import type { PageName } from './routes.ts';

/** The code of every screen, loaded when the screen is first shown. */
const SCREENS: Readonly<Record<PageName, () => Promise<{ default: ComponentType }>>> = {
  queue: () => import('./pages/queue/page.tsx'),
  create: () => import('./pages/create/page.tsx'),
  createCompany: () => import('./pages/create-company/page.tsx'),
  captures: () => import('./pages/captures/page.tsx'),
  verification: () => import('./pages/verification/page.tsx'),
  company: () => import('./pages/company/page.tsx'),
  screening: () => import('./pages/screening/page.tsx'),
  alerts: () => import('./pages/alerts/page.tsx'),
  lists: () => import('./pages/lists/page.tsx'),
  list: () => import('./pages/lists/version-page.tsx'),
  registers: () => import('./pages/lists/page.tsx'),
  trust: () => import('./pages/lists/page.tsx'),
  webhooks: () => import('./pages/webhooks/page.tsx'),
  webhook: () => import('./pages/webhooks/endpoint-page.tsx'),
  keys: () => import('./pages/keys/page.tsx'),
  operators: () => import('./pages/operators/page.tsx'),
  policy: () => import('./pages/policy/page.tsx'),
  system: () => import('./pages/system/page.tsx'),
  figures: () => import('./pages/figures/page.tsx'),
  audit: () => import('./pages/audit/page.tsx'),
  setup: () => import('./pages/setup/page.tsx'),
};

/** The screens whose code has loaded. */
const loaded = signal<Partial<Record<PageName, ComponentType>>>({});
/** The screen whose code failed to load. */
const missing = signal<PageName | null>(null);

export function App() {
  return (
    <>
      <Gate />
      <Announcer />
    </>
  );
}

/** Shows the console only after login. A locked console keeps its address and hides everything else. */
function Gate() {
  if (!session.value) {
    const problem = sessionProblem.value;
    return problem ? <ErrorState error={problem} onRetry={() => location.reload()} /> : <Loading />;
  }
  if (session.value.setup_required) return <Page name="setup" />;
  if (!operator.value) return <LoginPage />;
  if (operator.value.must_change_password) return <PasswordPage />;
  if (session.value.must_enter_code) return <CodePage />;
  if (session.value.must_set_second_factor) return <SecondFactorPage />;
  const { page } = place.value;
  if (page === 'setup') return <Page name="setup" />;
  // Another operator gets a new console: nothing of the previous one stays.
  return <Layout key={operatorId.value}>{page ? <Page name={page} /> : <NotFound />}</Layout>;
}

function Page({ name }: { name: PageName }) {
  useEffect(() => void fetchPage(name), [name]);
  const Component = loaded.value[name];
  // Another screen, record or mode is a new page: nothing of the previous one stays.
  const key = [name, mode.value, ...Object.values(place.value.params)].join('/');
  if (Component) return <Component key={key} />;
  // A browser does not request a failed script again until the page is reloaded.
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
