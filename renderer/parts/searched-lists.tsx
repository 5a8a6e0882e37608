import type { z } from 'zod';
import type { searchedListSchema } from '../../server/api/contract/checks.ts';
import { formatDay, formatNumber } from '../text/format.ts';
import { plural, t } from '../text/text.ts';

/** Which lists were searched, to be opened. */
export function SearchedLists({ lists }: { lists: readonly z.output<typeof searchedListSchema>[] }) {
  if (lists.length === 0) return null;
  return (
    <details>
      <summary>{plural('hits.lists', lists.length)}</summary>
      <ul class="lists">
        {lists.map((list) => (
          <li key={list.id}>
            {list.name}{' '}
            <span class="faint">
              {t('hits.list', { day: formatDay(list.dated), entries: formatNumber(list.entries) })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
