import { textFor } from '../../text/text.ts';
import './files.css';
import type { Refusal } from './person-files.ts';

/** Files that were not taken over, with the reason of each. */
export function Refusals({ items }: { items: readonly Refusal[] }) {
  if (items.length === 0) return null;
  return (
    <ul class="refusals" role="alert">
      {items.map(({ name, code }, i) => (
        <li key={`${name}${i}`}>
          <strong>{name}</strong>: {textFor(`files.fault.${code}`)}
        </li>
      ))}
    </ul>
  );
}
