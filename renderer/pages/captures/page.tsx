import { useEffect, useState } from 'preact/hooks';
import type { CaptureSessionAnswer } from '../../../server/contract/capture-sessions.ts';
import { usePages } from '../../client/pages.ts';
import { can } from '../../client/session.ts';
import { onLive } from '../../live/events.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/form.tsx';
import { Empty, ForbiddenPage, Page, Paged } from '../../parts/page.tsx';
import { Ago, Table } from '../../parts/values.tsx';
import { t } from '../../text/text.ts';
import { CapturePill, isOpen, SessionDialog } from './session.tsx';

const SHOWN = ['open', 'all'] as const;

/** Lists the sessions in which applicants capture by themselves, newest first; each opens with its progress. */
export default function CapturesPage() {
  return can('kyc:read') ? <Sessions /> : <ForbiddenPage title={t('nav.captures')} />;
}

function Sessions() {
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('open');
  const [chosen, setChosen] = useState<string | null>(null);
  const sessions = usePages('/v1/capture-sessions');
  useEffect(() => onLive(({ kind }) => kind.startsWith('capture_session.') && void sessions.reload()), [sessions]);
  const close = (): void => {
    setChosen(null);
    void sessions.reload();
  };
  return (
    <Page title={t('nav.captures')} intro={t('captures.intro')}>
      <Choice
        class="captures-shown"
        label={t('field.status')}
        options={SHOWN.map((one) => [one, t(`captures.${one}`)])}
        chosen={shown}
        onChoose={setShown}
      />
      <Paged of={sessions} empty={<None />}>
        {(rows) => {
          const kept = shown === 'all' ? rows : rows.filter(isOpen);
          return kept.length === 0 ? <None /> : <List sessions={kept} onChoose={setChosen} />;
        }}
      </Paged>
      {chosen && <SessionDialog id={chosen} opened={null} onClose={close} />}
    </Page>
  );
}

function None() {
  return (
    <Empty icon="camera" title={t('captures.none')}>
      <p>{t('captures.none_why')}</p>
    </Empty>
  );
}

function List({ sessions, onChoose }: { sessions: readonly CaptureSessionAnswer[]; onChoose: (id: string) => void }) {
  return (
    <Table
      caption={t('nav.captures')}
      named
      columns={[
        [
          t('capture.title'),
          ({ id, client_reference: reference }) => (
            <Button look="quiet" onClick={() => onChoose(id)} aria-label={t('captures.show', { id: reference ?? id })}>
              <code dir="ltr">{reference ?? id}</code>
            </Button>
          ),
        ],
        [t('field.status'), (session) => <CapturePill of={session} />],
        [t('capture.purpose'), ({ purpose }) => t(`capture.for_${purpose}`), 'nowrap wide-only'],
        [
          t('capture.steps'),
          ({ steps }) => `${steps.filter(({ state }) => state !== 'waiting').length}/${steps.length}`,
          'numeric',
        ],
        [t('label.created'), ({ created_at: at }) => <Ago at={at} />],
        [
          t('label.verification'),
          ({ verification_id: id }) => id && <a href={`/verifications/${id}`}>{t('action.open_verification')}</a>,
        ],
      ]}
      rows={sessions}
    />
  );
}
