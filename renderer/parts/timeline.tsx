import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimelineEntryAnswer } from '../../server/contract/timeline.ts';
import { learnActors, nameOf } from '../client/actors.ts';
import { get, post, useResource } from '../client/api.ts';
import type { RecordPath } from '../client/queue-place.ts';
import { actorName, eventText, formatDuration, hitReason, reviewReason, t } from '../text/text.ts';
import { Button, Icon, type IconName } from './button.tsx';
import { Check, Field, typing } from './form.tsx';
import { ActError, Loaded, Section, submitting, useAct } from './page.tsx';
import { When } from './values.tsx';
import './timeline.css';

type Entry = TimelineEntryAnswer;

const ICONS: Readonly<Record<Entry['kind'], IconName>> = {
  state: 'clock',
  act: 'person',
  note: 'note',
  delivery: 'webhook',
  alert: 'alert',
  step: 'check',
};

/** Automatic entries, shown on demand. */
const TECHNICAL: readonly Entry['kind'][] = ['step', 'delivery'];

/** Shows everything that happened to a record, newest first, and the form for a note. `version` changes when the record does. */
export function Timeline({ path, version, canWrite }: { path: RecordPath; version: string; canWrite: boolean }) {
  const [all, setAll] = useState(false);
  const timeline = useResource(
    async (abort) => {
      const page = await get(`${path}/timeline`, abort);
      learnActors(page.data.flatMap(({ actor }) => actor ?? []));
      return page;
    },
    [path],
  );
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    void timeline.reload();
  }, [version, timeline]);
  return (
    <Section title={t('timeline.title')} id="timeline">
      {canWrite && <NoteForm path={path} onWritten={() => void timeline.reload()} />}
      <Loaded of={timeline}>
        {({ data, has_more: hasMore }) => (
          <>
            <Check label={t('timeline.all')} checked={all} onChange={setAll} />
            <ol class="timeline stack gap-2">
              {data
                .filter(({ kind }) => all || !TECHNICAL.includes(kind))
                .toReversed()
                .map((entry, i) => (
                  <TimelineEntry key={`${entry.at}${entry.code}${i}`} entry={entry} />
                ))}
            </ol>
            {hasMore && <p class="faint">{t('timeline.cut')}</p>}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function TimelineEntry({ entry }: { entry: Entry }) {
  const { actor, at, code, details, kind } = entry;
  const more = detailText(entry);
  return (
    <li>
      <Icon name={ICONS[kind]} />
      <div>
        <p>
          <strong class="medium">{eventText(code, details)}</strong>
          {actor && <span> · {actorName(actor)}</span>}
        </p>
        {kind === 'note' && <q>{details['text']}</q>}
        {more && <p class="faint">{more}</p>}
      </div>
      <When at={at} />
    </li>
  );
}

/** Returns an entry's further details in words. */
function detailText({ code, details, kind }: Entry): string | null {
  const text = (name: string): string | null => (typeof details[name] === 'string' ? details[name] : null);
  const reason = text('reason');
  const decision = text('decision');
  if (code.startsWith('review.') && reason && (decision === 'approve' || decision === 'reject'))
    return reviewReason(decision, reason);
  if (code.startsWith('hit.') && reason) return hitReason(reason);
  const assignee = text('assignee');
  if (assignee) return nameOf(assignee);
  if (kind === 'step') return formatDuration(Number(details['duration_ms']));
  if (kind === 'delivery') return [text('event'), text('error')].filter(Boolean).join(' · ');
  return null;
}

/** Adds a note to a record. */
function NoteForm({ path, onWritten }: { path: RecordPath; onWritten: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const { busy, error, run } = useAct();
  const write = async (): Promise<void> => {
    await post(`${path}/notes`, { text });
    setText('');
    // The button ignores clicks while the note is empty.
    form.current?.querySelector('textarea')?.focus();
    onWritten();
  };
  return (
    <form ref={form} class="note-form stack" onSubmit={submitting(() => run(write))}>
      <Field label={t('note.label')}>
        <textarea rows={1} value={text} required onInput={typing(setText)} />
      </Field>
      <Button type="submit" icon="note" busy={busy} disabled={text.trim() === ''} label={t('action.add')} />
      <ActError error={error} />
    </form>
  );
}
