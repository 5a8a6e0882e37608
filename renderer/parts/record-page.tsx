import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { z } from 'zod';
import type { ProgressAnswer } from '../../server/contract/events.ts';
import type { certificateSchema } from '../../server/contract/retention.ts';
import { fetchAssignees, nameOf } from '../client/actors.ts';
import { ApiError, del, post, put, useGet, useResource } from '../client/api.ts';
import { apiPath, queueNeighbour, type RecordPath, recordPath } from '../client/queue-place.ts';
import { can, operator } from '../client/session.ts';
import { navigate, place } from '../router.ts';
import { t } from '../text/text.ts';
import { Button, ButtonLink, IconButton, MenuItem } from './button.tsx';
import { saveText } from './download.ts';
import { Options, typed } from './form.tsx';
import { useKeys } from './keys.ts';
import { Empty, Loaded, Page, Section, toast, toastFailure } from './page.tsx';
import { RecordActions } from './record-actions.tsx';
import { isEnded, isRunning, matteringOf, type RecordHead, type RecordKind, type RecordPart } from './record-head.ts';
import { RecordProgress } from './record-progress.tsx';
import { useRecord } from './use-record.ts';
import { Ago, Due, factList, StatusPill, When } from './values.tsx';

interface Shown extends RecordHead {
  created_at: string;
  progress: Pick<ProgressAnswer, 'step' | 'done'> | null;
}

interface RecordPageProps<T, K extends RecordKind> {
  kind: K;
  title: string;
  headingOf: (record: T) => ComponentChildren;
  /** Document types that can be requested. */
  requestTypes: readonly string[];
  /** Starts a new attempt from this record's submission. Throws `ApiError`. */
  onAgain: (id: string) => Promise<void>;
  /** Returns a function that opens the form for further files; null if the record accepts none. */
  onAddOf: (record: T) => (() => void) | null;
  children: (part: RecordPart<T, K>) => ComponentChildren;
}

/** What the screens for people and companies share: the header with its actions, the progress of the checks, and what remains of an erased record. */
export function RecordPage<T extends Shown, K extends RecordKind>(props: RecordPageProps<T, K>) {
  const { kind, title, headingOf, requestTypes, onAddOf, onAgain, children } = props;
  const path = apiPath({ kind, id: place.value.params['id'] ?? '' });
  const { record, progress } = useRecord<T>(path);
  const state = record.state.value;
  if (state.status === 'error' && ['erased', 'not_found'].includes(state.error.code)) {
    return (
      <Page key={state.error.code} title={title} width="text">
        {state.error.code === 'erased' ? (
          <ErasedRecord path={path} />
        ) : (
          <Empty icon="search" title={t('problem.not_found')}>
            <p>{t('record.not_here')}</p>
            <ButtonLink href="/" label={t('action.home')} />
          </Empty>
        )}
      </Page>
    );
  }
  const data = record.known();
  const onReload = (): void => void record.reload();
  const part = data && { kind, path, record: data, mattering: matteringOf(data), onChange: record.set, onReload };
  const onAdd = data && onAddOf(data);
  return (
    <Page
      title={title}
      heading={data && headingOf(data)}
      intro={
        part && (
          <div class="record-intro row wrap">
            <StatusPill status={part.record.status} />
            {part.record.due_at !== null && <Due at={part.record.due_at} />}
            <span>
              {t('label.created')} <Ago at={part.record.created_at} />
            </span>
            <Assignment {...part} />
          </div>
        )
      }
      actions={
        part && (
          <>
            <RecordActions {...part} onAgain={onAgain} requestTypes={requestTypes}>
              {onAdd && <MenuItem icon="upload" label={t('add.title')} onClick={onAdd} />}
            </RecordActions>
            <NextRecord id={part.record.id} />
          </>
        )
      }
    >
      <Loaded of={record}>
        {(shown) => (
          <>
            {isRunning(shown) && <RecordProgress kind={kind} record={shown} told={progress.value} />}
            {part && children(part)}
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Certificate = z.output<typeof certificateSchema>;

/** Shows what remains of an erased record: the signed proof of erasure. `path`: the record's. */
function ErasedRecord({ path }: { path: RecordPath }) {
  const certificate = useGet(`${path}/erasure`);
  return (
    <Section title={t('problem.erased')}>
      <p>{t('erased.what')}</p>
      <Loaded of={certificate}>
        {(erasure) => (
          <>
            {factList([
              [t('label.verification'), <code key="id">{erasure.verification.id}</code>],
              [t('event.verification.erased'), <When key="at" at={erasure.erased_at} />],
              [t('erased.cause'), t(erasure.cause === 'request' ? 'erased.by_request' : 'erased.by_retention')],
              [t('label.created'), <When key="created" at={erasure.verification.created_at} />],
            ])}
            <div class="actions">
              <Button icon="download" onClick={() => save(erasure)} label={t('erased.save')} />
              <ButtonLink href="/" label={t('action.home')} />
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function save(erasure: Certificate): void {
  saveText(JSON.stringify(erasure, null, 2), 'application/json', `${erasure.verification.id}-erasure.json`);
}

/** Links to the previous and next record in the queue; if they are unknown, to the record that has waited longest. */
function NextRecord({ id }: { id: string }) {
  const back = (): void => {
    const path = queueNeighbour(id, -1);
    if (path) navigate(path);
    else toast(t('next.none_before'));
  };
  useKeys(
    [
      { key: 'j', label: t('next.next'), run: () => void goOn(id) },
      { key: 'k', label: t('next.back'), run: back },
    ],
    [id],
  );
  return (
    <>
      <IconButton icon="left" label={t('next.back')} aria-keyshortcuts="k" onClick={back} />
      <IconButton icon="right" label={t('next.next')} aria-keyshortcuts="j" onClick={() => void goOn(id)} />
    </>
  );
}

async function goOn(id: string): Promise<void> {
  const path = queueNeighbour(id, 1) ?? (await longestWaiting(id));
  if (path) navigate(path);
  else toast(t('next.none'));
}

/** Returns the record that has waited longest for review, other than this one; null if there is none or the request fails. */
async function longestWaiting(id: string): Promise<string | null> {
  try {
    const { data } = await post('/v1/search', {
      statuses: ['needs_review'],
      order: 'longest_waiting',
      limit: 2,
    });
    const next = data.find((item) => item.id !== id);
    return next ? recordPath(next) : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Shows the assigned reviewer, and lets operators with the permission choose another. */
function Assignment<T extends RecordHead>({ kind, path, record, onChange }: RecordPart<T>) {
  const id = useId();
  const choice = useRef<HTMLSelectElement>(null);
  const [busy, setBusy] = useState(false);
  const choices = useResource(fetchAssignees, []).known() ?? [];
  const { assignment } = record;
  const now = assignment?.assignee ?? '';
  if (isEnded(record) || !can(`${kind}:review`)) {
    return assignment ? <span>{t('assign.to', { name: nameOf(assignment.assignee) })}</span> : null;
  }
  const me = operator.value?.id;
  const others = choices.filter((one) => one.id !== me);
  const known = now === '' || now === me || others.some((one) => one.id === now);
  const change = async (assignee: string): Promise<void> => {
    setBusy(true);
    try {
      const asked = assignee === '' ? del(`${path}/assignment`) : put(`${path}/assignment`, { assignee });
      onChange((await asked) as unknown as T);
    } catch (thrown) {
      toastFailure(thrown);
    } finally {
      setBusy(false);
      // It lost the focus while it was disabled.
      requestAnimationFrame(() => document.activeElement === document.body && choice.current?.focus());
    }
  };
  return (
    <span class="assignment gap-8 inline">
      <label for={id}>{t('assign.label')}</label>
      <select ref={choice} id={id} value={now} disabled={busy} onChange={(event) => void change(typed(event))}>
        <option value="">{t('assign.nobody')}</option>
        {me && choices.some((one) => one.id === me) && <option value={me}>{t('assign.me')}</option>}
        {!known && <option value={now}>{nameOf(now)}</option>}
        <Options of={others.map((one) => [one.id, one.name])} />
      </select>
    </span>
  );
}
