import { useState } from 'preact/hooks';
import type { AuditEntryAnswer, AuditVerificationAnswer } from '../../../server/contract/audit.ts';
import { post } from '../../client/api.ts';
import { mode } from '../../client/mode.ts';
import { usePages } from '../../client/pages.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { LiveOnly } from '../../parts/live-only.tsx';
import { Paged } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { ActError, Empty, Forbidden } from '../../parts/states.tsx';
import { useAct } from '../../parts/use-act.ts';
import { navigate, place } from '../../router.ts';
import { t } from '../../text/text.ts';
import { CheckResult } from './check.tsx';
import { Entries } from './entries.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { type AuditFilter, auditAddress, auditFilterOf, auditPath, isNarrow } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
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
            <Button icon="check" busy={check.busy} onClick={check.begin}>
              {t('audit.check')}
            </Button>
            <Button icon="download" onClick={() => setExporting(true)}>
              {t('audit.export')}
            </Button>
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
