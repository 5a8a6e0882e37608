import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { ProgressAnswer } from '../../server/contract/events.ts';
import type { Resource } from '../client/resource.ts';
import { t } from '../text/text.ts';
import { Assignment } from './assignment.tsx';
import { ErasedRecord } from './erased-record.tsx';
import { MenuItem } from './menu.tsx';
import { NextRecord } from './next-record.tsx';
import { NoRecord } from './no-record.tsx';
import { Page } from './page.tsx';
import { StatusPill } from './pill.tsx';
import { RecordActions } from './record-actions.tsx';
import { isRunning, type RecordHead, type RecordKind } from './record-head.ts';
import { RecordProgress } from './record-progress.tsx';
import { KYB_STEPS, KYC_STEPS } from './record-steps.ts';
import { Loaded } from './states.tsx';
import { Ago } from './time.tsx';

interface Shown extends RecordHead {
  created_at: string;
  progress: Pick<ProgressAnswer, 'step' | 'done'> | null;
}

interface RecordPageProps<T> {
  kind: RecordKind;
  /** The record's on the appliance. */
  path: string;
  record: Resource<T>;
  progress: ReadonlySignal<ProgressAnswer | null>;
  title: string;
  headingOf: (record: T) => ComponentChildren;
  /** Types of documents that may be asked for. */
  requestTypes: readonly string[];
  /** Begins a new attempt with what this record was given. Throws `ApiError`. */
  onAgain: (id: string) => Promise<void>;
  /** Asks for further files of this record; null where it takes none. */
  onAddOf: (record: T) => (() => void) | null;
  children: (record: T) => ComponentChildren;
}

/** What the screens of persons and of companies have in common: the head with its acts, how far the checks are, and what is left of a record that is gone. */
export function RecordPage<T extends Shown>(props: RecordPageProps<T>) {
  const { kind, path, record, progress, title, headingOf, requestTypes, onAddOf, onAgain, children } = props;
  const state = record.state.value;
  if (state.status === 'error' && ['erased', 'not_found'].includes(state.error.code)) {
    return (
      <Page key={state.error.code} title={title} width="text">
        {state.error.code === 'erased' ? <ErasedRecord path={path} /> : <NoRecord />}
      </Page>
    );
  }
  const data = state.status === 'ready' ? state.data : null;
  const onAdd = data && onAddOf(data);
  return (
    <Page
      title={title}
      heading={data && headingOf(data)}
      intro={
        data && (
          <div class="record-intro">
            <StatusPill status={data.status} />
            <span>
              {t('label.created')} <Ago at={data.created_at} />
            </span>
            <Assignment<T> kind={kind} path={path} record={data} onChange={record.set} />
          </div>
        )
      }
      actions={
        data && (
          <>
            <RecordActions<T>
              kind={kind}
              path={path}
              record={data}
              onChange={record.set}
              onErased={() => void record.reload()}
              onAgain={onAgain}
              requestTypes={requestTypes}
            >
              {onAdd && <MenuItem icon="upload" label={t('add.title')} onClick={onAdd} />}
            </RecordActions>
            <NextRecord id={data.id} />
          </>
        )
      }
    >
      <Loaded of={record}>
        {(shown) => (
          <>
            {isRunning(shown) && (
              <RecordProgress
                status={shown.status}
                steps={kind === 'kyc' ? KYC_STEPS : KYB_STEPS}
                progress={progress.value ?? shown.progress}
              />
            )}
            {children(shown)}
          </>
        )}
      </Loaded>
    </Page>
  );
}
