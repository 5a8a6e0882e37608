import { useRef, useState } from 'preact/hooks';
import { post } from '../../client/api.ts';
import { can } from '../../client/session.ts';
import { useKeys } from '../../parts/keys.ts';
import { Page } from '../../parts/page.tsx';
import { ActError, Empty, Forbidden, Loading, useAct } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import { QueryFields } from './form.tsx';
import './page.css';
import { EMPTY_FORM, type QueryForm, queryOf } from './query.ts';
import { Result, type ScreeningAnswer } from './result.tsx';

type Shown = { name: string; answer: ScreeningAnswer } | null;

/** A name in, explained hits out. The name stays on this page alone. */
export default function ScreeningPage() {
  if (can('screening')) return <Screening />;
  return (
    <Page title={t('nav.screening')}>
      <Forbidden />
    </Page>
  );
}

function Screening() {
  const name = useRef<HTMLInputElement>(null);
  const [form, setForm] = useState<QueryForm>(EMPTY_FORM);
  const [shown, setShown] = useState<Shown>(null);
  const { busy, error, run } = useAct();
  useKeys([{ key: '/', label: t('label.name'), run: () => name.current?.select() }], []);
  const search = async (): Promise<void> => {
    const isAnswered = await run(async () => {
      const answer = await post<ScreeningAnswer>('/v1/screenings', queryOf(form));
      setShown({ name: form.name.trim(), answer });
    });
    if (!isAnswered) setShown(null);
  };
  return (
    <Page title={t('nav.screening')} intro={t('screening.intro')}>
      <QueryFields form={form} nameRef={name} busy={busy} error={error} onChange={setForm} onSearch={search} />
      <ActError error={error} />
      {busy && !shown && <Loading />}
      {shown && <Result asked={shown.name} answer={shown.answer} />}
      {!shown && !busy && !error && (
        <Empty icon="search" title={t('screening.empty')}>
          <p>{t('screening.empty_hint')}</p>
        </Empty>
      )}
    </Page>
  );
}
