import { useId, useRef, useState } from 'preact/hooks';
import { fetchAssignees, nameOf } from '../client/actors.ts';
import { del, put } from '../client/api.ts';
import { useResource } from '../client/resource.ts';
import { can, operator } from '../client/session.ts';
import { t } from '../text/text.ts';
import { Options, typed } from './form.tsx';
import { problemText } from './problem-text.ts';
import { isEnded, type RecordHead, type RecordKind } from './record-head.ts';
import { asApiError } from './states.tsx';
import { toast } from './toast.tsx';

interface AssignmentProps<T> {
  kind: RecordKind;
  path: string;
  record: RecordHead;
  onChange: (record: T) => void;
}

/** Who is to look at the record, and the choice of somebody else for whoever may make it. */
export function Assignment<T extends RecordHead>({ kind, path, record, onChange }: AssignmentProps<T>) {
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
      const asked = assignee === '' ? del<T>(`${path}/assignment`) : put<T>(`${path}/assignment`, { assignee });
      onChange(await asked);
    } catch (thrown) {
      toast(problemText(asApiError(thrown)), 'bad');
    } finally {
      setBusy(false);
      // It could keep no focus while it was disabled.
      requestAnimationFrame(() => document.activeElement === document.body && choice.current?.focus());
    }
  };
  return (
    <span class="assignment">
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
