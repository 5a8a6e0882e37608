import type { PolicyAnswer, PolicySettingsAnswer } from '../../../server/contract/policies.ts';
import { mode } from '../../client/api.ts';
import { useGet } from '../../client/resource.ts';
import { can } from '../../client/session.ts';
import { Page } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { place } from '../../router.ts';
import { formatWhen, t } from '../../text/text.ts';
import { History, Maker } from './history.tsx';
import './page.css';
import { SettingsView } from './settings-view.tsx';
import { VersionView } from './version-view.tsx';

/** By what records are judged: its settings, and every version that it had. */
export default function PolicyPage() {
  const settings = useGet<PolicySettingsAnswer>('/v1/policies/settings');
  const current = useGet<PolicyAnswer>('/v1/policies/current');
  const { query } = place.value;
  const version = query.get('version');
  const view = version !== null || query.get('view') === 'versions' ? 'history' : 'settings';
  const now = current.known();
  return (
    <Page title={t('nav.policy')} intro={now && <InForce policy={now} />}>
      <nav class="policy-tabs" aria-label={t('policy.view')}>
        <a href="/policy" aria-current={view === 'settings' ? 'page' : undefined}>
          {t('label.settings')}
        </a>
        <a href="/policy?view=versions" aria-current={view === 'history' ? 'page' : undefined}>
          {t('label.versions')}
        </a>
      </nav>
      <Loaded of={settings}>
        {(answer) =>
          version !== null ? (
            <VersionView version={version} settings={answer} />
          ) : view === 'history' ? (
            <History settings={answer.settings} />
          ) : (
            <SettingsView
              answer={answer}
              settings={settings}
              onSaved={(policy) => {
                current.set(policy);
                void settings.reload();
              }}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

function InForce({ policy }: { policy: PolicyAnswer }) {
  return (
    <>
      {t('policy.in_force', { version: policy.version, when: formatWhen(policy.created_at) })}{' '}
      <Maker version={policy} />. {!can('admin') && t('policy.read_only')}
      {can('admin') && mode.value === 'test' && t('policy.test')}
    </>
  );
}
