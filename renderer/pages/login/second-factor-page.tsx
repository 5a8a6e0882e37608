import { logOut } from '../../client/session.ts';
import { SecondFactorSteps } from '../../parts/second-factor.tsx';
import { t } from '../../text/text.ts';

/** The role needs a second factor: it is set before anything else. */
export function SecondFactorPage() {
  return (
    <main class="gate">
      <div class="gate-card">
        <h1>{t('factor.title')}</h1>
        <p>{t('factor.needed')}</p>
        <SecondFactorSteps onDone={() => {}} onCancel={() => void logOut()} />
      </div>
    </main>
  );
}
