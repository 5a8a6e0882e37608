import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { DeliveryAnswer } from '../../../server/contract/webhooks.ts';
import { asApiError, post } from '../../client/api.ts';
import { Icon } from '../../parts/button.tsx';
import { stepFocus, useKeys } from '../../parts/keys.ts';
import { toast } from '../../parts/page.tsx';
import { Ago, Pill } from '../../parts/values.tsx';
import { formatAgo, formatNumber, plural, t, textFor } from '../../text/text.ts';
import { type EndpointPath, kindText, TONES } from './delivery.ts';
import { DeliveryDetails } from './delivery-details.tsx';

interface TableProps {
  rows: readonly DeliveryAnswer[];
  /** The endpoint's path. */
  path: EndpointPath;
  /** Whether the endpoint is enabled. */
  enabled: boolean;
  onReplayed: () => void;
}

/** One row for each delivery; a row expands to its details. */
export function DeliveryTable({ rows, path, enabled, onReplayed }: TableProps) {
  const [open, setOpen] = useState<string | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const toggle = (id: string): void => setOpen(open === id ? null : id);
  const sending = useRef(false);
  const replay = async (id: string): Promise<void> => {
    // A key that is held down repeats the click.
    if (sending.current) return;
    sending.current = true;
    try {
      const { deliveries } = await post(`${path}/replay`, { delivery_id: id });
      toast(plural('webhooks.replayed', deliveries));
      onReplayed();
    } catch (thrown) {
      toast(asApiError(thrown).problem.detail, 'bad');
    } finally {
      sending.current = false;
    }
  };
  const step = (by: number): void => stepFocus(body.current, '.webhook-open', by);
  const focused = (): string | undefined =>
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset['delivery'] : undefined;
  useKeys(
    [
      { key: 'j', label: t('webhooks.key_next'), run: () => step(1) },
      { key: 'k', label: t('webhooks.key_previous'), run: () => step(-1) },
      ...(enabled
        ? [
            {
              key: 'r',
              label: t('webhooks.key_replay'),
              run: () => {
                const id = focused() ?? open;
                if (id) void replay(id);
              },
            },
          ]
        : []),
    ],
    [rows, enabled, open],
  );
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={t('webhooks.deliveries')}>
      <table>
        <caption class="unseen">{t('webhooks.deliveries')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('webhooks.event')}</th>
            <th scope="col">{t('field.status')}</th>
            <th scope="col">{t('webhooks.answer')}</th>
            <th scope="col" class="numeric wide-only">
              {t('webhooks.attempts')}
            </th>
            <th scope="col">{t('webhooks.age')}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <Row row={row} open={open === row.id} onToggle={() => toggle(row.id)} />
              {open === row.id && (
                <tr class="webhook-opened" id={`details-${row.id}`}>
                  <td colSpan={5}>
                    <DeliveryDetails row={row} path={path} onReplay={enabled ? () => replay(row.id) : null} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, open, onToggle }: { row: DeliveryAnswer; open: boolean; onToggle: () => void }) {
  return (
    <tr class={open ? 'current' : ''}>
      <td>
        <button
          type="button"
          class="webhook-open gap-6 bare row"
          data-delivery={row.id}
          aria-expanded={open}
          {...(open && { 'aria-controls': `details-${row.id}` })}
          onClick={onToggle}
        >
          <Icon name={open ? 'down' : 'right'} />
          {kindText(row.event.type)}
        </button>
      </td>
      <td>
        <Pill tone={TONES[row.state]}>{t(`delivery_state.${row.state}`)}</Pill>
        {row.next_attempt_at && <div class="small faint">{formatAgo(row.next_attempt_at)}</div>}
      </td>
      <td>{answerText(row)}</td>
      <td class="numeric wide-only">{formatNumber(row.attempts.length)}</td>
      <td>
        <Ago at={row.created_at} />
      </td>
    </tr>
  );
}

/** Returns the status of the last response, or briefly why there was none. */
function answerText({ attempts, error }: DeliveryAnswer): string {
  const short = error === null ? null : textFor(`delivery_short.${error}`);
  const status = attempts.at(-1)?.status ?? null;
  return [status === null ? null : String(status), short].filter(Boolean).join(' · ') || '–';
}
