import { useState } from 'preact/hooks';
import type { OperatorAnswer } from '../../../server/contract/operators.ts';
import { ROLE_SCOPES, ROLES } from '../../../server/vocabulary/roles.ts';
import { SCOPES, type Scope } from '../../../server/vocabulary/scopes.ts';
import { mode, useGetRows } from '../../client/api.ts';
import { can, operator } from '../../client/session.ts';
import { Button, Icon, type IconName, Menu, MenuItem } from '../../parts/button.tsx';
import { SecretDialog } from '../../parts/leave-guard.tsx';
import { LiveOnly, Loaded, Page, Section } from '../../parts/page.tsx';
import { type Column, Pill, Table, When } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';
import { type Act, NewOperatorDialog, OperatorDialog, type WithPassword } from './operator-dialogs.tsx';
import './page.css';

/** Lists the operators, and explains what each role may do. */
export default function OperatorsPage() {
  const [adding, setAdding] = useState(false);
  const mayAdd = can('admin') && mode.value === 'live';
  return (
    <Page
      title={t('nav.operators')}
      intro={t('operators.intro')}
      actions={
        mayAdd && <Button look="primary" icon="plus" onClick={() => setAdding(true)} label={t('operators.add')} />
      }
    >
      <LiveOnly>
        <Operators adding={adding} onAdded={() => setAdding(false)} />
      </LiveOnly>
    </Page>
  );
}

function Operators({ adding, onAdded }: { adding: boolean; onAdded: () => void }) {
  const operators = useGetRows('/v1/operators');
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
            // An operator may have been created although the answer was lost.
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
        rows={SCOPES}
        keyOf={(scope) => scope}
        named
        columns={[
          [t('roles.act'), (scope) => t(`scope.${scope}`)],
          ...ROLES.map(
            (role): Column<Scope> => [
              <>
                {t(`role.${role}`)}
                <div class="roles-about faint">{t(`roles.about_${role}`)}</div>
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

interface OperatorTableProps {
  rows: readonly OperatorAnswer[];
  onPassword: (operator: WithPassword) => void;
  onChange: () => void;
}

/** Lists every operator, including inactive ones. */
function OperatorTable({ rows, onPassword, onChange }: OperatorTableProps) {
  const [asked, setAsked] = useState<{ act: Act; of: OperatorAnswer } | null>(null);
  return (
    <>
      <Table
        caption={t('nav.operators')}
        rows={rows}
        columns={[
          [t('field.name'), (row) => <Who of={row} />],
          [t('label.role'), ({ role }) => t(`role.${role}`)],
          [t('field.status'), (row) => <State of={row} />],
          [t('factor.title'), ({ second_factor: has }) => (has ? t('operators.factor_set') : '–')],
          [t('operators.made'), ({ created_at: at }) => <When at={at} />, 'wide-only'],
          ['', (row) => <Acts of={row} onAsk={(act) => setAsked({ act, of: row })} />],
        ]}
      />
      {asked && (
        <OperatorDialog
          {...asked}
          onlyAdministrator={isOnlyAdministrator(asked.of, rows)}
          onClose={() => setAsked(null)}
          onPassword={onPassword}
          onChange={onChange}
        />
      )}
    </>
  );
}

const isLocalAdministrator = ({ active, role, source }: OperatorAnswer): boolean =>
  active && role === 'administrator' && source === 'local';

/** Whether this is the only administrator who can log in while the directory is away. */
function isOnlyAdministrator(of: OperatorAnswer, all: readonly OperatorAnswer[]): boolean {
  const others = all.filter((one) => one.id !== of.id && isLocalAdministrator(one));
  return isLocalAdministrator(of) && others.length === 0;
}

function Who({ of: { id, name, login, source } }: { of: OperatorAnswer }) {
  return (
    <>
      <strong class="breaks">{name}</strong> {id === operator.value?.id && <Pill>{t('operators.you')}</Pill>}{' '}
      {source === 'directory' && <Pill>{t('operators.of_directory')}</Pill>}
      <div class="small faint breaks">{login}</div>
    </>
  );
}

function State({ of: { active, must_change_password: mustChange } }: { of: OperatorAnswer }) {
  if (!active) return <Pill>{t('operators.inactive')}</Pill>;
  return mustChange ? (
    <Pill tone="warn">{t('operators.one_time')}</Pill>
  ) : (
    <Pill tone="good">{t('operators.active')}</Pill>
  );
}

/**
 * Returns the actions on an operator. The directory decides the name, the role and the password of its own. Resetting one's own password would end the session before the new one is shown; the account menu changes it.
 */
function actsOn(of: OperatorAnswer): readonly (readonly [Act, IconName])[] {
  const { id, active, second_factor: hasFactor, source } = of;
  const change = ['change', 'person'] as const;
  if (!active) return [change, ['activate', 'play']];
  const factor = hasFactor ? [['remove_factor', 'trash'] as const] : [];
  const reset = id === operator.value?.id ? [] : [['reset', 'key'] as const];
  const ofLocal = source === 'local' ? [change, ...reset] : [];
  return [...ofLocal, ...factor, ['end_sessions', 'logout'], ['deactivate', 'lock']];
}

function Acts({ of, onAsk }: { of: OperatorAnswer; onAsk: (act: Act) => void }) {
  return (
    <Menu label={t('label.acts', { name: of.name })}>
      {actsOn(of).map(([act, icon]) => (
        <MenuItem key={act} icon={icon} label={t(`operators.${act}`)} onClick={() => onAsk(act)} />
      ))}
    </Menu>
  );
}
