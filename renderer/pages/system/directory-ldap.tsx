import type { DirectoryAnswer } from '../../../server/contract/directory.ts';
import type { BodyOf } from '../../client/api-types.ts';
import { Check, CODE, Field, Options, typed, typing } from '../../parts/form.tsx';
import { Codes } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';

type Answer = NonNullable<DirectoryAnswer['ldap']>;
type Change = NonNullable<BodyOf<'PATCH', '/v1/system/directory'>['ldap']>;

/** What the form for LDAP servers holds. Texts are as typed. */
export interface LdapForm {
  /** One server per line. */
  servers: string;
  account: string;
  password: string;
  directName: string;
  userBase: string;
  userFilter: string;
  nameAttribute: string;
  identity: Answer['identity'];
  groupsBy: Answer['groups_by'];
  groupBase: string;
  nested: boolean;
}

const IDENTITIES = ['objectGUID', 'entryUUID', 'dn'] as const;
const MEMBERSHIPS = ['memberOf', 'member', 'uniqueMember', 'memberUid'] as const;

export const ldapForm = (of: Answer | null): LdapForm => ({
  servers: of?.servers.join('\n') ?? '',
  account: of?.account ?? '',
  password: '',
  directName: of?.direct_name ?? '',
  userBase: of?.user_base ?? '',
  userFilter: of?.user_filter ?? '(&(objectClass=person)(uid={login}))',
  nameAttribute: of?.name_attribute ?? 'displayName',
  identity: of?.identity ?? 'entryUUID',
  groupsBy: of?.groups_by ?? 'memberOf',
  groupBase: of?.group_base ?? '',
  nested: of?.nested_groups ?? false,
});

const textOrNull = (text: string): string | null => text.trim() || null;

export const ldapChange = (form: LdapForm): Change => ({
  servers: form.servers.split(/\s+/).filter((server) => server !== ''),
  account: textOrNull(form.account),
  ...(form.password !== '' && { account_password: form.password }),
  direct_name: textOrNull(form.directName),
  user_base: form.userBase.trim(),
  user_filter: form.userFilter.trim(),
  name_attribute: form.nameAttribute.trim(),
  identity: form.identity,
  groups_by: form.groupsBy,
  group_base: form.groupsBy === 'memberOf' ? null : textOrNull(form.groupBase),
  nested_groups: form.groupsBy === 'member' && form.nested,
});

/** The settings of LDAP servers, as facts with their labels. */
export const ldapFacts = (of: Answer) =>
  [
    [t('ldap.servers'), <Codes key="servers" of={of.servers} class="system-file breaks" />],
    [t('ldap.account'), of.account === null ? t('label.none') : <code dir="ltr">{of.account}</code>],
    [
      t('ldap.user_base'),
      <code key="base" dir="ltr">
        {of.user_base}
      </code>,
    ],
    [
      t('ldap.user_filter'),
      <code key="filter" dir="ltr" class="breaks">
        {of.user_filter}
      </code>,
    ],
  ] as const;

interface Props {
  form: LdapForm;
  /** Whether a password of the account is stored. */
  hasPassword: boolean;
  onChange: (form: LdapForm) => void;
}

/** The fields for LDAP servers or Active Directory. */
export function LdapFields({ form, hasPassword, onChange }: Props) {
  const change = (part: Partial<LdapForm>): void => onChange({ ...form, ...part });
  const text = (name: 'account' | 'directName' | 'userBase' | 'userFilter' | 'nameAttribute' | 'groupBase') => ({
    ...CODE,
    value: form[name],
    onInput: typing((typedText) => change({ [name]: typedText })),
  });
  return (
    <>
      <Field label={t('ldap.servers')} hint={t('ldap.servers_hint')}>
        <textarea {...CODE} required rows={2} value={form.servers} onInput={typing((servers) => change({ servers }))} />
      </Field>
      <Field label={t('ldap.account')} hint={t('ldap.account_hint')}>
        <input {...text('account')} />
      </Field>
      <Field label={t('ldap.password')} hint={hasPassword ? t('ldap.password_kept') : ''}>
        <input
          type="password"
          autocomplete="off"
          value={form.password}
          onInput={typing((password) => change({ password }))}
        />
      </Field>
      <Field label={t('ldap.direct_name')} optional={t('form.optional')} hint={t('ldap.direct_name_hint')}>
        <input {...text('directName')} />
      </Field>
      <Field label={t('ldap.user_base')}>
        <input {...text('userBase')} required />
      </Field>
      <Field label={t('ldap.user_filter')} hint={t('ldap.user_filter_hint')}>
        <input {...text('userFilter')} required />
      </Field>
      <Field label={t('ldap.name_attribute')}>
        <input {...text('nameAttribute')} required />
      </Field>
      <Field label={t('ldap.identity')} hint={t('ldap.identity_hint')}>
        <select value={form.identity} onChange={(event) => change({ identity: typed(event) as LdapForm['identity'] })}>
          <Options of={IDENTITIES.map((one) => [one, one] as const)} />
        </select>
      </Field>
      <Field label={t('ldap.groups_by')} hint={t('ldap.groups_by_hint')}>
        <select value={form.groupsBy} onChange={(event) => change({ groupsBy: typed(event) as LdapForm['groupsBy'] })}>
          <Options of={MEMBERSHIPS.map((one) => [one, one] as const)} />
        </select>
      </Field>
      {form.groupsBy !== 'memberOf' && (
        <Field label={t('ldap.group_base')}>
          <input {...text('groupBase')} required />
        </Field>
      )}
      {form.groupsBy === 'member' && (
        <Check
          label={t('ldap.nested')}
          hint={t('ldap.nested_hint')}
          checked={form.nested}
          onChange={(nested) => change({ nested })}
        />
      )}
    </>
  );
}
