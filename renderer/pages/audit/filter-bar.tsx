import type { AuditFiltersAnswer } from '../../../server/contract/audit.ts';
import { useGet } from '../../client/resource.ts';
import { Button } from '../../parts/button.tsx';
import { Options, typed } from '../../parts/form.tsx';
import { t } from '../../text/text.ts';
import { actorName, eventText } from '../../text/words.ts';
import { type AuditFilter, isNarrow } from './filter.ts';

const NOTHING: AuditFilter = { actor: '', action: '', subject: '', from: '', to: '' };

/** By whom, what, about what and when. */
export function FilterBar({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  const { actors = [], actions = [] } = useGet<AuditFiltersAnswer>('/v1/audit/filters').known() ?? {};
  const set = (part: Partial<AuditFilter>): void => onChange({ ...filter, ...part });
  return (
    <fieldset class="audit-filters" aria-label={t('label.filters')}>
      <label>
        <span>{t('audit.actor')}</span>
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
      <label>
        <span>{t('audit.action')}</span>
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
      <label class="audit-id">
        <span>{t('audit.subject')}</span>
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
        <label key={end}>
          <span>{t(`audit.${end}`)}</span>
          <input type="date" value={filter[end]} onChange={(event) => set({ [end]: typed(event) })} />
        </label>
      ))}
      {isNarrow(filter) && (
        <Button look="quiet" icon="cross" onClick={() => onChange(NOTHING)}>
          {t('action.clear_filters')}
        </Button>
      )}
    </fieldset>
  );
}

/** What is chosen stands among the choices, though the log has it no more. */
function withChosen(options: (readonly [string, string])[], chosen: string): (readonly [string, string])[] {
  return chosen === '' || options.some(([value]) => value === chosen) ? options : [...options, [chosen, chosen]];
}
