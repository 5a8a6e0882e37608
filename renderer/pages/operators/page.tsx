import { useState } from 'preact/hooks';
import type { OperatorAnswer } from '../../../server/contract/operators.ts';
import { mode } from '../../client/api.ts';
import { useGetRows } from '../../client/resource.ts';
import { can } from '../../client/session.ts';
import { Button, Icon } from '../../parts/button.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ALL_SCOPES, type Scope } from '../../parts/scopes.ts';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { LiveOnly, Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { t } from '../../text/text.ts';
import { ROLE_SCOPES, ROLES, type WithPassword } from './operator.ts';
import { NewOperatorDialog } from './operator-dialogs.tsx';
import { OperatorTable } from './operator-table.tsx';
import './page.css';

/** Who works with the console, and what each role may do. */
export default function OperatorsPage() {
  const [adding, setAdding] = useState(false);
  const mayAdd = can('admin') && mode.value === 'live';
  return (
    <Page
      title={t('nav.operators')}
      intro={t('operators.intro')}
      actions={
        mayAdd && (
          <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
            {t('operators.add')}
          </Button>
        )
      }
    >
      <LiveOnly>
        <Operators adding={adding} onAdded={() => setAdding(false)} />
      </LiveOnly>
    </Page>
  );
}

function Operators({ adding, onAdded }: { adding: boolean; onAdded: () => void }) {
  const operators = useGetRows<OperatorAnswer>('/v1/operators');
  const [made, setMade] = useState<WithPassword | null>(null);
  const show = (operator: WithPassword): void => {
    setMade(operator);
    void operators.reload();
  };
  return (
    <>
      <Loaded of={operators}>
        {(rows) => (
          <>
            <OperatorTable rows={rows} onPassword={show} onChange={() => void operators.reload()} />
            <RoleTable />
          </>
        )}
      </Loaded>
      {adding && (
        <NewOperatorDialog
          onClose={() => {
            onAdded();
            // One may have been made though its answer was lost.
            void operators.reload();
          }}
          onMade={setMade}
        />
      )}
      {made && (
        <SecretDialog
          title={t('operators.password_title', { name: made.name })}
          label={t('login.password_one_time')}
          secret={made.one_time_password}
          onClose={() => setMade(null)}
        >
          {t('operators.password_use', { login: made.login })}
        </SecretDialog>
      )}
    </>
  );
}

/** What each role may do. */
function RoleTable() {
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
