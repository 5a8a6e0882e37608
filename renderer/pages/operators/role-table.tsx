import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { ALL_SCOPES } from '../../parts/scopes.ts';
import { t } from '../../text/text.ts';
import { ROLE_SCOPES, ROLES } from './operator.ts';

/** What each role may do. */
export function RoleTable() {
  return (
    <Section title={t('roles.title')} id="roles">
      <div class="table-frame" tabIndex={0} role="region" aria-label={t('roles.title')}>
        <table class="roles">
          <caption class="unseen">{t('roles.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('roles.act')}</th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {t(`role.${role}`)}
                  <div class="roles-about">{t(`roles.about_${role}`)}</div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ALL_SCOPES.map((scope) => (
              <tr key={scope}>
                <th scope="row">{t(`scope.${scope}`)}</th>
                {ROLES.map((role) => (
                  <td key={role}>
                    <Mark yes={ROLE_SCOPES[role].includes(scope)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Mark({ yes }: { yes: boolean }) {
  return (
    <span class={yes ? 'roles-yes' : 'faint'}>
      {yes ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      <span class="unseen">{t(yes ? 'roles.yes' : 'roles.no')}</span>
    </span>
  );
}
