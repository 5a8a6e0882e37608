import { useState } from 'preact/hooks';
import { mode } from '../client/api.ts';
import { changePassword, lock, logOut, operator, removeOwnSecondFactor } from '../client/session.ts';
import { AppearanceChoices } from '../parts/appearance-choices.tsx';
import { Button, Icon, Menu, MenuItem } from '../parts/button.tsx';
import { Choice, Dialog, FormDialog } from '../parts/form.tsx';
import { toast } from '../parts/page.tsx';
import { Proof, SecondFactorSteps } from '../parts/second-factor.tsx';
import { PasswordFields } from '../parts/secret-fields.tsx';
import { t } from '../text/text.ts';

/** The current operator and their own settings. */
export function AccountMenu() {
  const [changing, setChanging] = useState<'password' | 'factor' | null>(null);
  const who = operator.value;
  if (!who) return null;
  return (
    <>
      <Menu
        label={t('account.menu', { name: who.name, role: t(`role.${who.role}`) })}
        button={
          <span class="account row">
            <Icon name="person" />
            <span>
              <strong class="cut">{who.name}</strong> <span class="faint small">{t(`role.${who.role}`)}</span>
            </span>
          </span>
        }
      >
        <Choice
          labelled
          label={t('nav.data')}
          options={[
            ['live', t('account.data_live')],
            ['test', t('account.data_test')],
          ]}
          chosen={mode.value}
          onChoose={(value) => {
            mode.value = value;
          }}
        />
        <AppearanceChoices />
        <hr />
        {who.source === 'local' && (
          <MenuItem icon="key" label={t('account.password')} onClick={() => setChanging('password')} />
        )}
        <MenuItem icon="lock" label={t('factor.title')} onClick={() => setChanging('factor')} />
        <MenuItem icon="lock" label={t('account.lock')} onClick={() => void lock()} />
        <MenuItem icon="logout" label={t('account.log_out')} onClick={() => void logOut()} />
      </Menu>
      {changing === 'password' && <PasswordDialog onClose={() => setChanging(null)} />}
      {changing === 'factor' && <SecondFactorDialog onClose={() => setChanging(null)} />}
    </>
  );
}

/** Changes the operator's own password; all their other sessions end. */
function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [former, setFormer] = useState('');
  const [chosen, setChosen] = useState('');
  return (
    <FormDialog
      title={t('account.password')}
      onClose={onClose}
      onSubmit={() => changePassword(former, chosen)}
      done={t('account.password_changed')}
    >
      <PasswordFields
        formerLabel={t('login.password_now')}
        former={former}
        onFormer={setFormer}
        chosen={chosen}
        onChosen={setChosen}
      />
    </FormDialog>
  );
}

/** Sets, replaces or removes the operator's own second factor. */
function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [act, setAct] = useState<'set' | 'remove' | null>(operator.peek()?.second_factor ? null : 'set');
  const done = (told: string) => (): void => {
    toast(told);
    onClose();
  };
  return (
    <Dialog title={t('factor.title')} onClose={onClose}>
      {act === null && (
        <>
          <p>{t('factor.is_set')}</p>
          <footer class="actions">
            <Button onClick={() => setAct('remove')} label={t('factor.remove')} />
            <Button look="primary" onClick={() => setAct('set')} label={t('factor.exchange')} />
          </footer>
        </>
      )}
      {act === 'set' && (
        <>
          <p>{t('factor.why')}</p>
          <SecondFactorSteps onDone={done(t('factor.done'))} onCancel={onClose} />
        </>
      )}
      {act === 'remove' && (
        <Proof
          submitLabel={t('factor.remove')}
          onProven={removeOwnSecondFactor}
          onDone={done(t('factor.removed'))}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
