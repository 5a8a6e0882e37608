import { useState } from 'preact/hooks';
import type { HubBranch, HubEnrolment } from '../../../server/contract/hub-console.ts';
import { Button } from '../../parts/button.tsx';
import { saveText } from '../../parts/download.ts';
import { Dialog, Field, FormDialog, typing } from '../../parts/form.tsx';
import { Empty, Loaded, Page, Section, toast, toastFailure } from '../../parts/page.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { Ago, CopyButton, Hash, Table } from '../../parts/values.tsx';
import { formatNumber, t } from '../../text/text.ts';
import { ask, useHubRows } from '../api.ts';
import { linkTo } from '../place.ts';
import { isAdministrator } from '../session.ts';
import { h, hubWord } from '../text/text.ts';
import { BranchState, Warnings } from './shared.tsx';

/** Every branch that the operator may see, and requests to become one. */
export function BranchesScreen() {
  const branches = useHubRows<HubBranch>('branches');
  const [inviting, setInviting] = useState(false);
  const [made, setMade] = useState<MadeInvite | null>(null);
  return (
    <Page
      title={h('nav.branches')}
      intro={h('branches.intro')}
      actions={
        isAdministrator.value && (
          <Button look="primary" icon="plus" onClick={() => setInviting(true)} label={h('branches.invite')} />
        )
      }
    >
      {isAdministrator.value && <Enrolments onChange={() => void branches.reload()} />}
      <Loaded of={branches}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="company" title={h('branches.none')}>
              <p>{h('branches.none_what')}</p>
            </Empty>
          ) : (
            <Table
              caption={h('nav.branches')}
              rows={rows}
              named
              columns={[
                [t('field.name'), ({ id, name }) => <a href={linkTo('branches', id)}>{name}</a>],
                [h('branches.state'), (row) => <BranchState of={row} />],
                [h('branches.parcel_at'), ({ parcel_at: at }) => (at === null ? h('branches.never') : <Ago at={at} />)],
                [h('branches.warnings'), ({ warnings }) => <Warnings of={warnings} />],
                [h('branches.records'), ({ records }) => formatNumber(records), 'numeric wide-only'],
                [
                  h('branches.directives'),
                  ({ directives, directives_answered: answered }) => formatNumber(directives - answered),
                  'numeric wide-only',
                ],
                [h('branches.version'), ({ version }) => version ?? '–', 'wide-only'],
              ]}
            />
          )
        }
      </Loaded>
      {inviting && <InviteDialog onClose={() => setInviting(false)} onMade={setMade} />}
      {made && <InviteMade made={made} onClose={() => setMade(null)} />}
    </Page>
  );
}

function Enrolments({ onChange }: { onChange: () => void }) {
  const enrolments = useHubRows<HubEnrolment>('enrolments');
  const waiting = (enrolments.known() ?? []).filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return null;
  const decide = async (id: string, what: 'approve' | 'refuse'): Promise<void> => {
    try {
      await ask('POST', `enrolments/${id}/${what}`);
      toast(h(what === 'approve' ? 'enrolments.approved' : 'enrolments.refused'));
      onChange();
    } catch (error) {
      toastFailure(error);
    }
    await enrolments.reload();
  };
  return (
    <Section title={h('enrolments.title')} id="enrolments">
      <p>{h('enrolments.what')}</p>
      <Table
        caption={h('enrolments.title')}
        rows={waiting}
        columns={[
          [h('branches.invite_name'), ({ invited_as: name }) => <strong>{name}</strong>],
          [h('enrolments.appliance'), ({ name, version }) => `${name} (${version})`],
          [h('enrolments.key'), ({ appliance_key: key }) => <Hash hex={key} />],
          [h('enrolments.came_by'), ({ came_by: way }) => hubWord('way', way), 'wide-only'],
          [
            '',
            ({ id }) => (
              <span class="actions">
                <Button look="primary" onClick={() => void decide(id, 'approve')} label={h('enrolments.approve')} />
                <Button onClick={() => void decide(id, 'refuse')} label={h('enrolments.refuse')} />
              </span>
            ),
          ],
        ]}
      />
    </Section>
  );
}

interface MadeInvite {
  name: string;
  file_name: string;
  invite: string;
}

function InviteDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeInvite) => void }) {
  const [typedName, setName] = useState('');
  const name = typedName.trim();
  return (
    <FormDialog
      title={h('branches.invite')}
      disabled={name === ''}
      onClose={onClose}
      onSubmit={async () => onMade({ name, ...(await ask<Omit<MadeInvite, 'name'>>('POST', 'invites', { name })) })}
    >
      <p>{h('branches.invite_what')}</p>
      <Field label={h('branches.invite_name')}>
        <input autocomplete="off" required value={typedName} onInput={typing(setName)} />
      </Field>
    </FormDialog>
  );
}

function InviteMade({ made, onClose }: { made: MadeInvite; onClose: () => void }) {
  const title = h('branches.invite_title', { name: made.name });
  return (
    <Dialog title={title} onClose={onClose} wide>
      <div class="hub-invite stack gap-8">
        <p>{h('branches.invite_once')}</p>
        <QrCode text={made.invite} label={title} />
        <textarea dir="ltr" readOnly rows={4} aria-label={title} value={made.invite} />
        <footer class="actions">
          <Button
            look="primary"
            icon="download"
            onClick={() => saveText(made.invite, 'text/plain', made.file_name)}
            label={h('branches.invite_save')}
          />
          <CopyButton text={made.invite} />
          <Button look="quiet" onClick={onClose} label={t('action.close')} />
        </footer>
      </div>
    </Dialog>
  );
}
