import { useState } from 'preact/hooks';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { can } from '../../client/session.ts';
import { Button, ButtonLink, Icon } from '../../parts/button.tsx';
import { CheckPill } from '../../parts/finding-list.tsx';
import { Section } from '../../parts/page.tsx';
import type { RecordPart } from '../../parts/record-head.ts';
import { Pill, StatusPill, Table } from '../../parts/values.tsx';
import { fieldLabel, fieldValue, findingText, formatCountry, plural, t } from '../../text/text.ts';
import { formatPercent } from './parties.ts';
import { LinkDialog, type Person, peopleOf, StartDialog } from './person-dialogs.tsx';

type Asked = { what: 'link' | 'start'; person: Person };

/** Shows the company's representatives and owners, and the state of their verifications. */
export function People({ path, record, mattering, onReload }: RecordPart<KybVerificationAnswer, 'kyb'>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const people = peopleOf(record);
  const close = (): void => setAsked(null);
  return (
    <Section
      title={t('check.persons')}
      id="people"
      actions={
        people.length > 0 && (
          <CheckPill
            check={record.checks.persons}
            mattering={mattering}
            ran={people.some(({ verification }) => verification)}
          />
        )
      }
    >
      {people.length === 0 ? (
        <p class="faint">{t('people.none')}</p>
      ) : (
        <Table
          caption={t('check.persons')}
          rows={people}
          columns={[
            [fieldLabel('name'), (person) => <Name person={person} />],
            [t('label.role'), (person) => <Roles person={person} />],
            [t('nav.lists'), (person) => <Lists person={person} />],
            [
              t('label.verification'),
              (person) => <Verification person={person} onAsk={(what) => setAsked({ what, person })} />,
            ],
          ]}
        />
      )}
      {asked?.what === 'link' && <LinkDialog path={path} person={asked.person} onDone={onReload} onClose={close} />}
      {asked?.what === 'start' && <StartDialog path={path} person={asked.person} onDone={onReload} onClose={close} />}
    </Section>
  );
}

function Name({ person: { name, dob, nationality } }: { person: Person }) {
  const known = [dob && fieldValue('dob', dob), nationality && formatCountry(nationality)].filter(Boolean).join(' · ');
  return (
    <>
      <bdi class="person-name">{name || t('company.nameless')}</bdi>
      {known && <div class="small faint">{known}</div>}
    </>
  );
}

function Roles({ person: { role, percent } }: { person: Person }) {
  return (
    <>
      {role && <div>{t(`people.role.${role}`)}</div>}
      {(percent || !role) && (
        <div>{percent ? t('people.owner_of', { percent: formatPercent(percent) }) : t('company.owner')}</div>
      )}
    </>
  );
}

function Lists({ person: { screened, hits } }: { person: Person }) {
  if (hits > 0) {
    return (
      <a class="verdict bad nowrap" href="#hits">
        <Icon name="alert" />
        {plural('people.hits', hits)}
      </a>
    );
  }
  return <span class="faint">{t(screened === null ? 'check_state.not_run' : 'people.no_hits')}</span>;
}

function Verification({ person, onAsk }: { person: Person; onAsk: (what: Asked['what']) => void }) {
  const { name, verification, remarks } = person;
  const open = verification === null || verification.status === 'failed' || verification.status === 'erased';
  const seen = verification !== null && verification.status !== 'erased' && can('kyc:read');
  const starts = open && can('kyb:write') && can('kyc:write');
  const links = open && can('kyb:write') && can('kyc:read');
  return (
    <div class="person-state row wrap">
      {verification === null ? (
        <Pill tone="warn">{t('people.not_verified')}</Pill>
      ) : verification.status === 'erased' ? (
        <Pill>{t('event.verification.erased')}</Pill>
      ) : (
        <StatusPill status={verification.status} />
      )}
      {remarks.map((finding) => (
        <p key={finding.code} class="small verdict bad">
          <Icon name="alert" />
          {findingText(finding)}
        </p>
      ))}
      {(seen || starts || links) && (
        <div class="actions">
          {seen && (
            <ButtonLink
              href={`/verifications/${verification.id}`}
              aria-label={t('people.open_of', { name })}
              label={t('people.open')}
            />
          )}
          {starts && (
            <Button
              onClick={() => onAsk('start')}
              aria-label={t('people.start_of', { name })}
              label={t('people.start')}
            />
          )}
          {links && (
            <Button
              look="quiet"
              onClick={() => onAsk('link')}
              aria-label={t('people.link_of', { name })}
              label={t('people.link')}
            />
          )}
        </div>
      )}
    </div>
  );
}
