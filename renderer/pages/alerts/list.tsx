import { useEffect, useRef, useState } from 'preact/hooks';
import type { AlertAnswer } from '../../../server/contract/alerts.ts';
import { post } from '../../client/api.ts';
import { recordPath } from '../../client/queue-place.ts';
import { can } from '../../client/session.ts';
import { Button, ButtonLink, Icon } from '../../parts/button.tsx';
import { HitCard } from '../../parts/hit-card.tsx';
import { stepFocus, useKeys } from '../../parts/keys.ts';
import { ActError, toast, useAct } from '../../parts/page.tsx';
import { Ago, Pill, type Tone } from '../../parts/values.tsx';
import { formatNumber, plural, t } from '../../text/text.ts';

const TONES: Readonly<Record<AlertAnswer['state'], Tone>> = {
  open: 'warn',
  held: 'calm',
  confirmed: 'bad',
  dismissed: 'good',
};

interface AlertListProps {
  alerts: readonly AlertAnswer[];
  /** Called after a decision on one of them. */
  onDecided: () => void;
}

/** Lists alerts by the list entry that they are about, one line for each customer. j and k move between them, Enter opens one. */
export function AlertList({ alerts, onDecided }: AlertListProps) {
  const list = useRef<HTMLDivElement>(null);
  const groups = [...Map.groupBy(oneOfEachCustomer(alerts), ({ hit }) => `${hit.list.code} ${hit.entity.id}`)];
  const [open, setOpen] = useState<string | null>(alerts[0]?.id ?? null);
  const step = (by: number): void => stepFocus(list.current, '.alert-head', by);
  useKeys(
    [
      { key: 'j', label: t('alerts.next'), run: () => step(1) },
      { key: 'k', label: t('alerts.previous'), run: () => step(-1) },
    ],
    [],
  );
  useEffect(() => {
    if (!alerts.some(({ id }) => id === open)) setOpen(alerts[0]?.id ?? null);
  }, [alerts, open]);
  return (
    <div ref={list}>
      {groups.map(([entry, about]) => (
        <section key={entry} aria-labelledby={`entry-${about[0]?.id}`}>
          <h2 id={`entry-${about[0]?.id}`} class="alert-entry">
            <bdi>{about[0]?.hit.entity.name}</bdi> <span class="faint small">{about[0]?.hit.list.name}</span>
          </h2>
          <ul class="alert-list">
            {about.map((alert) => (
              <li key={alert.id} class="section">
                <Head
                  alert={alert}
                  isOpen={open === alert.id}
                  onToggle={() => setOpen(open === alert.id ? null : alert.id)}
                />
                {open === alert.id && (
                  <Body
                    alert={alert}
                    others={alerts.filter(({ id }) => alert.same_customer.includes(id))}
                    onDecided={onDecided}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Leaves out alerts that are decided together with an earlier one. */
function oneOfEachCustomer(alerts: readonly AlertAnswer[]): AlertAnswer[] {
  const told = new Set<string>();
  return alerts.filter(({ id, state, same_customer }) => {
    for (const other of same_customer) told.add(`${state} ${other}`);
    return !told.has(`${state} ${id}`);
  });
}

/** Returns the name that the alert is about; for a company's person, the searched name with the company. */
function customerOf({ subject, party, hit }: AlertAnswer): string {
  const name = subject?.name ?? t('company.nameless');
  const asked = hit.features.find((feature) => feature.name === 'name')?.query;
  return party === null || party === 'company' || !asked ? name : `${asked} (${name})`;
}

function Head({ alert, isOpen, onToggle }: { alert: AlertAnswer; isOpen: boolean; onToggle: () => void }) {
  return (
    <button type="button" class="alert-head whole gap-10 bare row" aria-expanded={isOpen} onClick={onToggle}>
      <Icon name={isOpen ? 'down' : 'right'} />
      <strong dir="auto">{customerOf(alert)}</strong>
      {alert.subject?.reference && <span class="faint">{alert.subject.reference}</span>}
      <Pill tone={TONES[alert.state]}>{t(`alerts.${alert.state}`)}</Pill>
      <span class="faint">{t(`alerts.${alert.change}`)}</span>
      <span class="faint pushed">
        {t(`kind.${alert.kind}`)} · <Ago at={alert.created_at} />
      </span>
      <span class="numeric">{formatNumber(alert.hit.score)}</span>
    </button>
  );
}

/** Releases a held alert, so it becomes a normal one. */
function Release({ id, onDone }: { id: string; onDone: () => void }) {
  const { busy, error, run } = useAct();
  const release = () =>
    run(async () => {
      await post('/v1/alerts/held/release', { ids: [id] });
      toast(t('alerts.held_released'));
      onDone();
    });
  return (
    <>
      <Button disabled={busy} onClick={release} label={t('alerts.held_release_one')} />
      <ActError error={error} />
    </>
  );
}

interface BodyProps {
  alert: AlertAnswer;
  /** The other shown alerts of the same customer. */
  others: readonly AlertAnswer[];
  onDecided: () => void;
}

function Body({ alert, others, onDecided }: BodyProps) {
  const hit = alert.decision ? { ...alert.hit, decision: alert.decision } : alert.hit;
  return (
    <div class="alert-body">
      {alert.same_customer.length > 0 && <p>{plural('alerts.same', alert.same_customer.length)}</p>}
      <HitCard
        hit={hit}
        asked={null}
        party={alert.kind === 'kyb' && t(alert.party === 'company' ? 'alerts.party_company' : 'alerts.party_person')}
        decide={
          can(`${alert.kind}:review`) && {
            path: `/v1/alerts/${alert.id}/decision`,
            told: t('alerts.decided'),
            onDecided,
          }
        }
      />
      <div class="actions">
        {alert.state === 'held' && can(`${alert.kind}:review`) && <Release id={alert.id} onDone={onDecided} />}
        {[alert, ...others].map(({ id, kind, verification_id, subject }) => (
          <ButtonLink key={id} href={recordPath({ kind, id: verification_id })} icon="right">
            {others.length === 0
              ? t('action.open_verification')
              : `${t('action.open_verification')} ${subject?.reference ?? verification_id}`}
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}
