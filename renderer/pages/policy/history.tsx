import type { PolicyVersionAnswer } from '../../../server/contract/policies.ts';
import { get } from '../../client/api.ts';
import { useCursorPages } from '../../client/pages.ts';
import { Paged } from '../../parts/states.tsx';
import { Pill, When } from '../../parts/values.tsx';
import { plural, t } from '../../text/text.ts';
import { ChangeTable } from './change-table.tsx';
import type { Setting } from './draft.ts';

const LIMIT = 20;
/** More changes than these are shown when asked for: a new program can change hundreds. */
const OPEN_MAX = 12;

type Row = PolicyVersionAnswer & { id: string };

/** Every version of the policy, the newest first, with what it changed and why. */
export function History({ settings }: { settings: readonly Setting[] }) {
  const pages = useCursorPages<Row>(async (after, abort) => {
    const cursor = after === null ? '' : `&starting_after=${after}`;
    const page = await get<{ data: PolicyVersionAnswer[]; has_more: boolean }>(
      `/v1/policies?limit=${LIMIT}${cursor}`,
      abort,
    );
    return { ...page, data: page.data.map((row) => ({ ...row, id: String(row.version) })) };
  }, []);
  return (
    <Paged of={pages} empty={null}>
      {(rows) => (
        <ol class="versions">
          {rows.map((row) => (
            <li key={row.id}>
              <Version version={row} settings={settings} />
            </li>
          ))}
        </ol>
      )}
    </Paged>
  );
}

function Version({ version: row, settings }: { version: PolicyVersionAnswer; settings: readonly Setting[] }) {
  const { version, changes, note } = row;
  const table = <ChangeTable label={t('policy.version', { version })} changes={changes} settings={settings} isPast />;
  return (
    <article class="section version" aria-labelledby={`version-${version}`}>
      <header>
        <h2 id={`version-${version}`}>
          {t('policy.version', { version })} {row.current && <Pill tone="good">{t('label.in_force')}</Pill>}
        </h2>
        <a href={`/policy?version=${version}`}>{t('policy.whole')}</a>
      </header>
      <p class="faint small">
        <When at={row.created_at} /> <Maker version={row} />
      </p>
      {note && <p class="version-note">{note}</p>}
      {changes.length === 0 && <p class="faint">{t('policy.first')}</p>}
      {changes.length > 0 && changes.length <= OPEN_MAX && table}
      {changes.length > OPEN_MAX && (
        <details>
          <summary>{plural('policy.changes', changes.length)}</summary>
          {table}
        </details>
      )}
    </article>
  );
}

/** Who made a version. */
export function Maker({ version: { created_by: by } }: { version: Pick<PolicyVersionAnswer, 'created_by'> }) {
  return <>{by ? t('policy.by', { name: by.name ?? by.id }) : t('policy.by_appliance')}</>;
}
