import type { z } from 'zod';
import type { searchedListSchema } from '../../server/contract/checks.ts';
import { formatDay, formatNumber, plural, t } from '../text/text.ts';

/** Which lists were searched, or were there where nobody could be searched for, to be opened. */
interface SearchedListsProps {
  lists: readonly z.output<typeof searchedListSchema>[];
  searched?: boolean;
}

export function SearchedLists({ lists, searched = true }: SearchedListsProps) {
  if (lists.length === 0) return null;
  return (
    <details>
      <summary>{searched ? plural('hits.lists', lists.length) : t('hits.lists_unsearched')}</summary>
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
