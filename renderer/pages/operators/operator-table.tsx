import { useState } from 'preact/hooks';
import type { OperatorAnswer } from '../../../server/contract/operators.ts';
import { operator } from '../../client/session.ts';
import { type IconName, Menu, MenuItem } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { Pill, When } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';
import type { WithPassword } from './operator.ts';
import { type Act, OperatorDialog } from './operator-dialogs.tsx';

interface OperatorTableProps {
  rows: readonly OperatorAnswer[];
  onPassword: (operator: WithPassword) => void;
  onChange: () => void;
}

/** Every operator, those who may no longer log in too. */
export function OperatorTable({ rows, onPassword, onChange }: OperatorTableProps) {
  const [asked, setAsked] = useState<{ act: Act; of: OperatorAnswer } | null>(null);
  return (
    <>
      <Table
        caption={t('nav.operators')}
        rows={rows}
        columns={[
          [t('label.name'), (row) => <Who of={row} />],
          [t('label.role'), ({ role }) => t(`role.${role}`)],
          [t('label.state'), (row) => <State of={row} />],
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

/** Whether nobody would be left who may administer. */
function isOnlyAdministrator({ id, role, active }: OperatorAnswer, all: readonly OperatorAnswer[]): boolean {
  const others = all.filter((one) => one.id !== id && one.active && one.role === 'administrator');
  return active && role === 'administrator' && others.length === 0;
}

function Who({ of: { id, name, login } }: { of: OperatorAnswer }) {
  return (
    <>
      <strong class="operators-name">{name}</strong> {id === operator.value?.id && <Pill>{t('operators.you')}</Pill>}
      <div class="small faint operators-name">{login}</div>
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

/** A reset of one's own password would end the session before the new one was seen; the account menu changes it. */
function actsOn({ id, active, second_factor: hasFactor }: OperatorAnswer): readonly (readonly [Act, IconName])[] {
  const change = ['change', 'person'] as const;
  if (!active) return [change, ['activate', 'play']];
  const reset = id === operator.value?.id ? [] : [['reset', 'key'] as const];
  const factor = hasFactor ? [['remove_factor', 'trash'] as const] : [];
  return [change, ...reset, ...factor, ['end_sessions', 'logout'], ['deactivate', 'lock']];
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
