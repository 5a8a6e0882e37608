import { useGet } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Options, typed } from '../../parts/form.tsx';
import { actorName, eventText, t } from '../../text/text.ts';

const NOTHING: AuditFilter = { actor: '', action: '', subject: '', from: '', to: '' };

/** Filters by actor, action, subject and time. */
export function FilterBar({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const { actors = [], actions = [] } = useGet('/v1/audit/filters').known() ?? {};
  const set = (part: Partial<AuditFilter>): void => onChange({ ...filter, ...part });
  return (
    <fieldset class="audit-filters flex wrap" aria-label={t('label.filters')}>
      <label class="stack gap-2">
        <span class="small faint">{t('audit.actor')}</span>
        <select value={filter.actor} onChange={(event) => set({ actor: typed(event) })}>
          <option value="">{t('audit.actor_any')}</option>
          <Options
            of={withChosen(
              actors.map((actor) => [actor.id, actorName(actor)] as const),
              filter.actor,
            ).map(([id, name]) => [id, name])}
          />
        </select>
      </label>
      <label class="stack gap-2">
        <span class="small faint">{t('audit.action')}</span>
        <select value={filter.action} onChange={(event) => set({ action: typed(event) })}>
          <option value="">{t('audit.action_any')}</option>
          <Options
            of={withChosen(
              actions.map((action) => [action, eventText(action)] as const),
              filter.action,
            ).map(([action, text]) => [action, text])}
          />
        </select>
      </label>
      <label class="audit-id stack gap-2">
        <span class="small faint">{t('audit.subject')}</span>
        <input
          type="search"
          spellcheck={false}
          autocomplete="off"
          dir="ltr"
          value={filter.subject}
          onChange={(event) => set({ subject: typed(event).trim() })}
        />
      </label>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} class="stack gap-2">
          <span class="small faint">{t(`label.${end}`)}</span>
          <input type="date" value={filter[end]} onChange={(event) => set({ [end]: typed(event) })} />
        </label>
      ))}
      {isNarrow(filter) && (
        <Button look="quiet" icon="cross" onClick={() => onChange(NOTHING)} label={t('action.clear_filters')} />
      )}
    </fieldset>
  );
}

/** Keeps the chosen value among the options, even if the log no longer contains it. */
function withChosen(options: (readonly [string, string])[], chosen: string): (readonly [string, string])[] {
  return chosen === '' || options.some(([value]) => value === chosen) ? options : [...options, [chosen, chosen]];
}

const NAMES = ['actor', 'action', 'subject', 'from', 'to'] as const;
/** The filter of the log. A day is in the machine's own time zone. */
export type AuditFilter = Readonly<Record<(typeof NAMES)[number], string>>;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns the filter in the address: ids and codes, no personal data. */
export function auditFilterOf(query: URLSearchParams): AuditFilter {
  const day = (name: string): string => (DAY.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  return {
    actor: query.get('actor') ?? '',
    action: query.get('action') ?? '',
    subject: query.get('subject') ?? '',
    from: day('from'),
    to: day('to'),
  };
}

export const isNarrow = (filter: AuditFilter): boolean => NAMES.some((name) => filter[name] !== '');

/** Returns the console's address of the log with this filter. */
export const auditAddress = (filter: AuditFilter): string => withQuery('/audit', NAMES, filter);

/** Returns the API path: both days are included. */
export function auditPath(filter: AuditFilter): `/v1/audit${'' | `?${string}`}` {
  return withQuery('/v1/audit', NAMES, { ...filter, ...rangeOf(filter) });
}

/** Returns the path of `GET /v1/audit/export` for these days. */
export function exportPath(filter: Pick<AuditFilter, 'from' | 'to'>): string {
  return withQuery('/v1/audit/export', ['from', 'to'], rangeOf(filter));
}

/** Returns the beginning of the first day and the end of the last, as times; empty: no limit. */
function rangeOf({ from, to }: Pick<AuditFilter, 'from' | 'to'>): Pick<AuditFilter, 'from' | 'to'> {
  return { from: from && startOf(from, 0), to: to && startOf(to, 1) };
}

function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

function withQuery<K extends string, P extends string>(
  path: P,
  names: readonly K[],
  values: Readonly<Record<K, string>>,
): P | `${P}?${string}` {
  const query = new URLSearchParams(names.flatMap((name) => (values[name] === '' ? [] : [[name, values[name]]])));
  return query.size === 0 ? path : `${path}?${query}`;
}
