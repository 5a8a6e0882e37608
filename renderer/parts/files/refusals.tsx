import { t, textFor } from '../../text/text.ts';
import './files.css';
import type { Refusal } from './person-files.ts';

/** Files that were not taken over, with the reason of each. */
export function Refusals({ items }: { items: readonly Refusal[] }) {
  if (items.length === 0) return null;
  return (
    <div class="refusals" role="alert">
      <ul>
        {items.map(({ name, code }, i) => (
          <li key={`${name}${i}`}>{t('files.refused', { name, why: textFor(`file_fault.${code}`) ?? '' })}</li>
        ))}
      </ul>
    </div>
  );
}
