import type { TargetedEvent } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { LinkedPerson } from '../../../server/contract/kyb-create.ts';
import type { SearchAnswer } from '../../../server/contract/search.ts';
import { post } from '../../client/api.ts';
import { useResource } from '../../client/resource.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Field, typed } from '../../parts/field.tsx';
import { StatusPill } from '../../parts/pill.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { isolated } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import type { Person } from './persons.ts';

/** Whoever types has stopped. */
const PAUSE_MS = 250;
const SHOWN_MAX = 8;

interface LinkDialogProps {
  path: string;
  person: Person;
  onDone: () => void;
  onClose: () => void;
}

/** Links a verification that there is already with a person of the company. */
export function LinkDialog({ path, person, onDone, onClose }: LinkDialogProps) {
  const group = useId();
  const [text, setText] = useState(person.name);
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = usePaused(text.trim());
  const found = useResource(
    (abort) =>
      post<SearchAnswer>('/v1/search', { kinds: ['kyc'], limit: SHOWN_MAX, ...(asked && { text: asked }) }, abort),
    [asked],
  );
  const search = (event: TargetedEvent<HTMLInputElement>): void => {
    setText(typed(event));
    // What is chosen must be seen: others are found now.
    setChosen(null);
  };
  return (
    <FormDialog
      title={t('people.link_title')}
      submitLabel={t('people.link')}
      disabled={chosen === null}
      onClose={onClose}
      onSubmit={async () => {
        await post<LinkedPerson>(`${path}/persons/${person.id}/verification`, { verification_id: chosen });
        toast(t('people.linked'));
        onDone();
      }}
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
            <fieldset class="link-choices">
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
