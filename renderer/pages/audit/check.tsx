import type { AuditVerificationAnswer } from '../../../server/contract/audit.ts';
import { Facts } from '../../parts/facts.tsx';
import { Hash } from '../../parts/hash.tsx';
import { Icon } from '../../parts/icon.tsx';
import { formatDuration, formatNumber } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** Whether every entry of the log follows from the one before it. */
export function CheckResult({ result }: { result: AuditVerificationAnswer }) {
  const { ok, entries, checkpoints, head, problem, first_bad: firstBad, took_ms: tookMs } = result;
  return (
    <section class={ok ? 'audit-check good' : 'audit-check bad'} role="status">
      <h2>
        <Icon name={ok ? 'check' : 'alert'} />
        {t(ok ? 'audit.whole' : 'audit.broken')}
      </h2>
      {!ok && <p>{t('audit.broken_remedy')}</p>}
      <Facts
        items={[
          [t('audit.problem'), problem],
          [t('audit.first_bad'), firstBad === null ? null : formatNumber(firstBad)],
          [t('audit.entries'), formatNumber(entries)],
          [t('audit.checkpoints'), formatNumber(checkpoints)],
          [t('audit.head'), head && formatNumber(head.number)],
          [t('audit.head_link'), head && <Hash hex={head.link} />],
          [t('audit.took'), formatDuration(tookMs)],
        ]}
      />
    </section>
  );
}
