import { Icon } from '../../parts/icon.tsx';
import { Section } from '../../parts/page.tsx';
import { ALL_SCOPES, type Scope } from '../../parts/scopes.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { t } from '../../text/text.ts';
import { ROLE_SCOPES, ROLES } from './operator.ts';

/** What each role may do. */
export function RoleTable() {
  return (
    <Section title={t('roles.title')} id="roles">
      <Table
        class="roles"
        caption={t('roles.title')}
        rows={ALL_SCOPES}
        keyOf={(scope) => scope}
        named
        columns={[
          [t('roles.act'), (scope) => t(`scope.${scope}`)],
          ...ROLES.map(
            (role): Column<Scope> => [
              <>
                {t(`role.${role}`)}
                <div class="roles-about">{t(`roles.about_${role}`)}</div>
              </>,
              (scope) => <Mark yes={ROLE_SCOPES[role].includes(scope)} />,
            ],
          ),
        ]}
      />
    </Section>
  );
}

function Mark({ yes }: { yes: boolean }) {
  return (
    <span class={yes ? 'roles-yes' : 'faint'}>
      {yes ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      <span class="unseen">{t(yes ? 'label.yes' : 'label.no')}</span>
    </span>
  );
}
