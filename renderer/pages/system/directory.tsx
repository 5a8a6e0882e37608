import { useState } from 'preact/hooks';
import type { DirectoryAnswer, DirectoryTestAnswer } from '../../../server/contract/directory.ts';
import { ROLES, type Role } from '../../../server/vocabulary/roles.ts';
import { patch, post, useGet } from '../../client/api.ts';
import type { BodyOf } from '../../client/api-types.ts';
import { refreshSession } from '../../client/session.ts';
import { Button, Icon, IconButton } from '../../parts/button.tsx';
import { CODE, Field, FormDialog, Options, Radios, typed, typing } from '../../parts/form.tsx';
import { ActError, Loaded, Section, useAct } from '../../parts/page.tsx';
import { Codes, factList, Pill, Table } from '../../parts/values.tsx';
import { formatNumber, t } from '../../text/text.ts';
import { LdapFields, ldapChange, ldapFacts, ldapForm } from './directory-ldap.tsx';

const PATH = '/v1/system/directory';

type Act = 'settings' | 'groups' | 'on' | 'off';
type Change = BodyOf<'PATCH', typeof PATH>;

/** Login by the site's own directory: its settings, the role of each group, and a try of the connection. */
export function Directory() {
  const directory = useGet(PATH);
  const [act, setAct] = useState<Act | null>(null);
  const close = (): void => setAct(null);
  const save = async (change: Change): Promise<void> => {
    directory.set(await patch(PATH, change));
    // The operator who changed it may have come from the directory.
    await refreshSession();
  };
  return (
    <Section title={t('directory.title')} id="directory">
      <Loaded of={directory}>
        {(answer) => (
          <>
            <State of={answer} />
            <p class="actions">
              <Button
                look={answer[answer.kind] ? 'plain' : 'primary'}
                onClick={() => setAct('settings')}
                label={t(answer[answer.kind] ? 'label.settings' : 'directory.set_up')}
              />
              <Button onClick={() => setAct('groups')} label={t('directory.groups_change')} />
              {answer[answer.kind] && (
                <Button
                  look={answer.on || answer.groups.length === 0 ? 'plain' : 'primary'}
                  onClick={() => setAct(answer.on ? 'off' : 'on')}
                  label={t(answer.on ? 'action.switch_off' : 'directory.switch_on')}
                />
              )}
            </p>
            {answer[answer.kind] && <Try key={JSON.stringify([answer.kind, answer.oidc, answer.ldap, answer.ca])} />}
            <Groups rows={answer.groups} />
            {act === 'settings' && <SettingsDialog of={answer} onClose={close} onSave={save} />}
            {act === 'groups' && <GroupsDialog of={answer} onClose={close} onSave={save} />}
            {(act === 'on' || act === 'off') && (
              <FormDialog
                title={t(act === 'on' ? 'directory.switch_on' : 'action.switch_off')}
                look={act === 'on' ? 'primary' : 'danger'}
                onClose={close}
                onSubmit={() => save({ on: act === 'on' })}
              >
                <p>{t(`directory.${act}_why`)}</p>
              </FormDialog>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function State({ of }: { of: DirectoryAnswer }) {
  const { on, kind, name, ca, second_factor: factor, confirmed_minutes: minutes, redirect_uris: uris } = of;
  const oidc = kind === 'oidc' ? of.oidc : null;
  const isSet = of[kind] !== null;
  return (
    <>
      <p>{t('directory.intro')}</p>
      {factList([
        [t('field.status'), on ? <Pill tone="good">{t('directory.on')}</Pill> : <Pill>{t('label.off')}</Pill>],
        [t('field.name'), name],
        ...(kind === 'ldap' && of.ldap ? ldapFacts(of.ldap) : []),
        [t('directory.issuer'), oidc && <code dir="ltr">{oidc.issuer}</code>],
        [t('directory.client_id'), oidc && <code dir="ltr">{oidc.client_id}</code>],
        [t('directory.client_secret'), oidc && t(oidc.has_client_secret ? 'directory.secret_set' : 'label.none')],
        [t('directory.authority'), isSet && t(ca === null ? 'directory.authority_machine' : 'directory.authority_own')],
        [t('factor.title'), isSet && t(`directory.factor_${factor}`)],
        [t('directory.redirect_uris'), kind === 'oidc' && <Codes key="uris" of={uris} class="system-file breaks" />],
      ])}
      {on && <p class="small faint">{t('directory.out_after', { minutes: formatNumber(minutes) })}</p>}
    </>
  );
}

/** Tries the connection and shows each step. */
function Try() {
  const [result, setResult] = useState<DirectoryTestAnswer | null>(null);
  const { busy, error, run } = useAct();
  return (
    <>
      <p class="actions directory-try">
        <Button
          busy={busy}
          onClick={() => void run(async () => setResult(await post(`${PATH}/test`)))}
          label={t('directory.try')}
        />
      </p>
      <ActError error={error} />
      <div role="status">
        {result && (
          <ul class="check-list">
            {result.steps.map(({ step, server = '', problem }) => (
              <li key={step + server} class="flex gap-12">
                <Icon name={problem === null ? 'check' : 'alert'} />
                <span class="breaks">
                  {t(`directory.step_${step}`, { server })} {problem ?? t('directory.step_works')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Groups({ rows }: { rows: DirectoryAnswer['groups'] }) {
  if (rows.length === 0) return <p class="faint">{t('directory.groups_none')}</p>;
  return (
    <Table
      caption={t('directory.groups')}
      rows={rows}
      keyOf={({ group }) => group}
      columns={[
        [t('directory.group'), ({ group }) => <span class="breaks">{group}</span>],
        [t('label.role'), ({ role }) => t(`role.${role}`)],
      ]}
    />
  );
}

interface DialogProps {
  of: DirectoryAnswer;
  onClose: () => void;
  onSave: (change: Change) => Promise<void>;
}

/** The kind of directory, where it is, and who asks for the second factor. */
function SettingsDialog({ of, onClose, onSave }: DialogProps) {
  const [name, setName] = useState(of.name);
  const [kind, setKind] = useState(of.kind);
  const [ldap, setLdap] = useState(() => ldapForm(of.ldap));
  const [issuer, setIssuer] = useState(of.oidc?.issuer ?? '');
  const [clientId, setClientId] = useState(of.oidc?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [groupsClaim, setGroupsClaim] = useState(of.oidc?.groups_claim ?? 'groups');
  const [scope, setScope] = useState(of.oidc?.scope ?? 'openid profile');
  const [ca, setCa] = useState(of.ca ?? '');
  const [factor, setFactor] = useState(of.second_factor);
  const hadSecret = of.oidc?.has_client_secret ?? false;
  return (
    <FormDialog
      title={t('directory.settings_title')}
      submitLabel={t('action.save')}
      onClose={onClose}
      onSubmit={() =>
        onSave({
          name: name.trim(),
          second_factor: factor,
          ca: ca.trim() === '' ? null : ca,
          kind,
          ...(kind === 'ldap'
            ? { ldap: ldapChange(ldap) }
            : {
                oidc: {
                  issuer: issuer.trim(),
                  client_id: clientId.trim(),
                  groups_claim: groupsClaim.trim(),
                  scope: scope.trim(),
                  ...(secret !== '' && { client_secret: secret }),
                },
              }),
        })
      }
    >
      <fieldset>
        <legend>{t('directory.kind')}</legend>
        <Radios
          name="kind"
          options={[
            ['oidc', t('directory.kind_oidc'), t('directory.kind_oidc_hint')],
            ['ldap', t('directory.kind_ldap'), t('directory.kind_ldap_hint')],
          ]}
          chosen={kind}
          onChoose={setKind}
        />
      </fieldset>
      <Field label={t('field.name')} hint={t('directory.name_hint')}>
        <input required value={name} onInput={typing(setName)} />
      </Field>
      {kind === 'ldap' && (
        <LdapFields form={ldap} hasPassword={of.ldap?.has_account_password ?? false} onChange={setLdap} />
      )}
      {kind === 'oidc' && (
        <>
          <Field label={t('directory.issuer')} hint={t('directory.issuer_hint')}>
            <input {...CODE} required value={issuer} onInput={typing(setIssuer)} />
          </Field>
          <Field label={t('directory.client_id')}>
            <input {...CODE} required value={clientId} onInput={typing(setClientId)} />
          </Field>
          <Field
            label={t('directory.client_secret')}
            hint={t(hadSecret ? 'directory.secret_kept' : 'directory.secret_hint')}
          >
            <input type="password" autocomplete="off" value={secret} onInput={typing(setSecret)} />
          </Field>
          <Field label={t('directory.groups_claim')} hint={t('directory.groups_claim_hint')}>
            <input {...CODE} required value={groupsClaim} onInput={typing(setGroupsClaim)} />
          </Field>
          <Field label={t('directory.scope')} hint={t('directory.scope_hint')}>
            <input {...CODE} required value={scope} onInput={typing(setScope)} />
          </Field>
        </>
      )}
      <Field
        label={t('directory.authority')}
        hint={t(kind === 'ldap' ? 'ldap.authority_hint' : 'directory.authority_hint')}
      >
        <textarea {...CODE} required={kind === 'ldap'} rows={4} value={ca} onInput={typing(setCa)} />
      </Field>
      <fieldset>
        <legend>{t('factor.title')}</legend>
        <Radios
          name="second_factor"
          options={[
            ['directory', t('directory.factor_directory'), t('directory.factor_directory_hint')],
            ['custos', t('directory.factor_custos'), t('directory.factor_custos_hint')],
          ]}
          chosen={factor}
          onChoose={setFactor}
        />
      </fieldset>
    </FormDialog>
  );
}

/** The table of groups: a row for each group with a role. */
function GroupsDialog({ of, onClose, onSave }: DialogProps) {
  const [rows, setRows] = useState<{ group: string; role: Role }[]>(() =>
    of.groups.length > 0 ? of.groups : [{ group: '', role: 'reviewer' }],
  );
  const change = (at: number, row: Partial<(typeof rows)[number]>): void =>
    setRows(rows.map((one, index) => (index === at ? { ...one, ...row } : one)));
  return (
    <FormDialog
      title={t('directory.groups_change')}
      submitLabel={t('action.save')}
      onClose={onClose}
      onSubmit={() => onSave({ groups: rows.filter(({ group }) => group.trim() !== '') })}
    >
      <p>{t('directory.groups_why')}</p>
      {rows.map(({ group, role }, at) => (
        <fieldset key={at} class="directory-row">
          <legend class="unseen">{t('directory.row', { number: formatNumber(at + 1) })}</legend>
          <Field label={t('directory.group')}>
            <input {...CODE} value={group} onInput={typing((text) => change(at, { group: text }))} />
          </Field>
          <Field label={t('label.role')}>
            <select value={role} onChange={(event) => change(at, { role: typed(event) as Role })}>
              <Options of={ROLES.map((one) => [one, t(`role.${one}`)] as const)} />
            </select>
          </Field>
          <IconButton
            icon="trash"
            label={t('directory.row_remove', { number: formatNumber(at + 1) })}
            onClick={() => setRows(rows.filter((_, index) => index !== at))}
          />
        </fieldset>
      ))}
      <p class="actions">
        <Button
          icon="plus"
          onClick={() => setRows([...rows, { group: '', role: 'reviewer' }])}
          label={t('directory.row_add')}
        />
      </p>
    </FormDialog>
  );
}
