import { useState } from 'preact/hooks';
import type { OperatorAnswer } from '../../../server/contract/operators.ts';
import { get } from '../../client/api.ts';
import { mode } from '../../client/mode.ts';
import { useResource } from '../../client/resource.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { LiveOnly } from '../../parts/live-only.tsx';
import { Page } from '../../parts/page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import type { WithPassword } from './operator.ts';
import { NewOperatorDialog } from './operator-dialogs.tsx';
import { OperatorTable } from './operator-table.tsx';
import './page.css';
import { RoleTable } from './role-table.tsx';

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
  const operators = useResource(
    async (signal) => (await get<{ data: OperatorAnswer[] }>('/v1/operators', signal)).data,
    [],
  );
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
