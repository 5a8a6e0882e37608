import { useState } from 'preact/hooks';
import type { AuditEntryAnswer, AuditVerificationAnswer } from '../../../server/contract/audit.ts';
import { mode, post } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { can } from '../../client/session.ts';
import { Button, Icon } from '../../parts/button.tsx';
import { download } from '../../parts/download.ts';
import { Field, FormDialog, typed } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { ActError, Empty, Forbidden, LiveOnly, Paged, useAct } from '../../parts/states.tsx';
import { factList, Hash } from '../../parts/values.tsx';
import { navigate, place } from '../../router.ts';
import { formatDuration, formatNumber, t } from '../../text/text.ts';
import { Entries } from './entries.tsx';
import {
  type AuditFilter,
  auditAddress,
  auditFilterOf,
  auditPath,
  exportPath,
  FilterBar,
  isNarrow,
} from './filter-bar.tsx';
import './page.css';

/** Who did what and when; whether all of it is still there; and a copy for others. */
export default function AuditPage() {
  return can('audit:read') ? (
    <Audit />
  ) : (
    <Page title={t('nav.audit')}>
      <Forbidden />
    </Page>
  );
}

function Audit() {
  const filter = auditFilterOf(place.value.query);
  const check = useCheck();
  const [exporting, setExporting] = useState(false);
  return (
    <Page
      title={t('nav.audit')}
      intro={t('audit.intro')}
      actions={
        mode.value === 'live' && (
          <>
            <Button icon="check" busy={check.busy} onClick={check.begin} label={t('audit.check')} />
            <Button icon="download" onClick={() => setExporting(true)} label={t('audit.export')} />
          </>
        )
      }
    >
      <LiveOnly>
        {check.busy && <CheckRunning />}
        <ActError error={check.error} />
        {check.result && <CheckResult result={check.result} />}
        <Log filter={filter} />
        {exporting && <ExportDialog filter={filter} onClose={() => setExporting(false)} />}
      </LiveOnly>
    </Page>
  );
}

function Log({ filter }: { filter: AuditFilter }) {
  const pages = usePages<AuditEntryAnswer>(auditPath(filter));
  const change = (next: AuditFilter): void => navigate(auditAddress(next), { replace: true });
  return (
    <>
      <FilterBar filter={filter} onChange={change} />
      <Paged
        of={pages}
        empty={
          isNarrow(filter) ? (
            <Empty icon="search" title={t('audit.no_match')} />
          ) : (
            <Empty icon="audit" title={t('audit.none')}>
              <p>{t('audit.none_why')}</p>
            </Empty>
          )
        }
      >
        {(rows) => <Entries rows={rows} onSubject={(subject) => change({ ...filter, subject })} />}
      </Paged>
    </>
  );
}

/** The appliance does not tell how far it is. */
function CheckRunning() {
  return (
    <div class="audit-check" role="status">
      <p>{t('audit.checking')}</p>
      <progress class="progress" aria-label={t('audit.check')} />
    </div>
  );
}

function useCheck() {
  const { busy, error, run } = useAct();
  const [result, setResult] = useState<AuditVerificationAnswer | null>(null);
  const begin = (): void => {
    setResult(null);
    void run(async () => setResult(await post<AuditVerificationAnswer>('/v1/audit/verify')));
  };
  return { busy, result, error, begin };
}

/** Whether every entry of the log follows from the one before it. */
function CheckResult({ result }: { result: AuditVerificationAnswer }) {
  const { ok, entries, checkpoints, head, problem, first_bad: firstBad, took_ms: tookMs } = result;
  return (
    <section class={ok ? 'audit-check good' : 'audit-check bad'} role="status">
      <h2>
        <Icon name={ok ? 'check' : 'alert'} />
        {t(ok ? 'audit.whole' : 'audit.broken')}
      </h2>
      {!ok && <p>{t('audit.broken_remedy')}</p>}
      {factList([
        [t('audit.problem'), problem],
        [t('audit.first_bad'), firstBad === null ? null : formatNumber(firstBad)],
        [t('audit.entries'), formatNumber(entries)],
        [t('audit.checkpoints'), formatNumber(checkpoints)],
        [t('audit.head'), head && formatNumber(head.number)],
        [t('audit.head_link'), head && <Hash hex={head.link} />],
        [t('audit.took'), formatDuration(tookMs)],
      ])}
    </section>
  );
}

/** Saves the entries of some days to a file. */
function ExportDialog({ filter, onClose }: { filter: AuditFilter; onClose: () => void }) {
  const [range, setRange] = useState({ from: filter.from, to: filter.to });
  return (
    <FormDialog
      title={t('audit.export_title')}
      submitLabel={t('audit.export')}
      onClose={onClose}
      onSubmit={() => download(exportPath(range), 'custos-audit.jsonl', 'application/x-ndjson')}
      done={t('audit.exported')}
    >
      <p class="audit-export-why">{t('audit.export_why')}</p>
      <div class="form-row">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(`audit.${end}`)}>
            <input type="date" value={range[end]} onChange={(event) => setRange({ ...range, [end]: typed(event) })} />
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}
