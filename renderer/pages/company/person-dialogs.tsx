import type { TargetedEvent } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import { post, upload, useResource } from '../../client/api.ts';
import type { RecordPath } from '../../client/queue-place.ts';
import { birthText } from '../../parts/dates.ts';
import { appendFiles, canSend, createPersonFiles, sentAs } from '../../parts/files/person-files.ts';
import { PersonFilesSection } from '../../parts/files/person-files-section.tsx';
import { Check, Field, FormDialog, typed } from '../../parts/form.tsx';
import { Loaded } from '../../parts/page.tsx';
import { Ago, StatusPill } from '../../parts/values.tsx';
import { isolated, t } from '../../text/text.ts';
import { createSender } from '../create/drafts.ts';
import { isOpen, nameOf, type ShareRange } from './parties.ts';

interface PersonDialogProps {
  path: RecordPath<'kyb'>;
  person: Person;
  onDone: () => void;
  onClose: () => void;
}

/** Starts the verification of a company's person from documents. */
export function StartDialog({ path, person, onDone, onClose }: PersonDialogProps) {
  const [consent, setConsent] = useState(false);
  const [sending, setSending] = useState(false);
  const send = useMemo(createSender, []);
  const agreed = useRef(false);
  const files = useMemo(() => createPersonFiles(() => agreed.current), []);
  const list = files.list.value;
  return (
    <FormDialog
      title={t('people.start_title')}
      submitLabel={t('people.start')}
      wide
      disabled={!canSend(list)}
      onClose={onClose}
      onSubmit={async () => {
        const form = new FormData();
        appendFiles(form, list);
        form.append('consent', String(consent));
        const to = `${path}/persons/${person.id}/verification` as const;
        setSending(true);
        try {
          // If it is sent again because the answer was lost, no second verification is made.
          await send([consent, sentAs(list)], (headers) => upload(to, form, { headers }));
        } finally {
          setSending(false);
        }
      }}
      done={t('people.started')}
      onDone={onDone}
    >
      <p>{t('people.start_what', { name: isolated(person.name) })}</p>
      <Check
        label={t('people.consent')}
        hint={t('people.consent_why')}
        checked={consent}
        onChange={(on) => {
          agreed.current = on;
          setConsent(on);
          if (on) files.lookAgain();
        }}
      />
      <PersonFilesSection files={files} disabled={sending} asking={false} />
    </FormDialog>
  );
}

/** Delay after the last key. */
const PAUSE_MS = 250;
const SHOWN_MAX = 8;

/** Links an existing verification with a person of the company. */
export function LinkDialog({ path, person, onDone, onClose }: PersonDialogProps) {
  const group = useId();
  const [text, setText] = useState(person.name);
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = usePaused(text.trim());
  const found = useResource(
    (abort) => post('/v1/search', { kinds: ['kyc'], limit: SHOWN_MAX, ...(asked && { text: asked }) }, abort),
    [asked],
  );
  const search = (event: TargetedEvent<HTMLInputElement>): void => {
    setText(typed(event));
    // The selection must be visible, and the search now shows other results.
    setChosen(null);
  };
  return (
    <FormDialog
      title={t('people.link_title')}
      submitLabel={t('people.link')}
      disabled={chosen === null}
      onClose={onClose}
      onSubmit={() => post(`${path}/persons/${person.id}/verification`, { verification_id: chosen ?? '' })}
      done={t('people.linked')}
      onDone={onDone}
    >
      <p>{t('people.link_what', { name: isolated(person.name) })}</p>
      <Field label={t('people.link_search')} hint={t('people.link_hint')}>
        <input type="search" value={text} autocomplete="off" onInput={search} />
      </Field>
      <Loaded of={found}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="faint">{t('people.link_none')}</p>
          ) : (
            <fieldset class="link-choices stack gap-4">
              <legend class="unseen">{t('people.link_title')}</legend>
              {data.map((item) => (
                <label class="check" key={item.id}>
                  <input type="radio" name={group} checked={chosen === item.id} onChange={() => setChosen(item.id)} />
                  <span>
                    <bdi>{item.name ?? t('company.nameless')}</bdi>
                    <span class="hint">
                      {item.reference && `${item.reference} · `}
                      <Ago at={item.created_at} />
                    </span>
                  </span>
                  <StatusPill status={item.status} />
                </label>
              ))}
            </fieldset>
          )
        }
      </Loaded>
    </FormDialog>
  );
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

type Representative = KybVerificationAnswer['representatives'][number];
type Finding = KybVerificationAnswer['checks']['persons']['findings'][number];

/** A natural person who represents the company or owns it. */
export interface Person {
  id: string;
  name: string;
  /** As much of the birth date as is known. */
  dob: string | null;
  nationality: string | null;
  /** null: only an owner. */
  role: Representative['role'] | null;
  /** The owner's share in the company: effective, otherwise as submitted; null: unknown. */
  percent: ShareRange | null;
  /** null: the lists were not searched. */
  screened: boolean | null;
  /** Number of hits that nobody dismissed. */
  hits: number;
  verification: { id: string; status: NonNullable<Representative['verification_status']> } | null;
  /** Findings on the verification beyond its status. */
  remarks: Finding[];
}

/** Returns everybody who can be verified as a person, representatives first. */
export function peopleOf(record: KybVerificationAnswer): Person[] {
  const { representatives, ubos, ownership, checks } = record;
  const common = (one: Representative | KybVerificationAnswer['ubos'][number]) => ({
    id: one.id,
    name: nameOf(one),
    dob: birthText(one),
    nationality: one.nationality ?? null,
    screened: one.screening.passed,
    hits: record.hits.filter((hit) => hit.party === one.id && isOpen(hit)).length,
    verification:
      one.verification_id !== null && one.verification_status !== null
        ? { id: one.verification_id, status: one.verification_status }
        : null,
    remarks: checks.persons.findings.filter(
      ({ code, evidence }) => code === 'person_verification_mismatch' && evidence?.['person'] === one.id,
    ),
  });
  const owners = ubos
    .filter(({ legal_name: legal }) => legal === undefined)
    .map((one): Person => {
      const effective = ownership.owners.find(({ party }) => party === one.id)?.percent;
      // A share in another owner is not a share in the company.
      const said = one.parent === undefined ? { min: one.ownership_percent, max: one.ownership_percent } : null;
      return { ...common(one), role: null, percent: effective ?? said };
    });
  const acting = representatives.map((one): Person => {
    const owner = owners.find(({ id }) => id === one.id);
    return { ...common(one), role: one.role, percent: owner?.percent ?? null };
  });
  return [...acting, ...owners.filter(({ id }) => !acting.some((one) => one.id === id))];
}
