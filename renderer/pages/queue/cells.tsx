import type { ComponentChildren } from 'preact';
import { t } from '../../text/text.ts';

export const COLUMNS = ['name', 'state', 'reasons', 'assignee', 'created'] as const;

interface CellProps {
  role: 'columnheader' | 'rowheader' | 'gridcell';
  name: (typeof COLUMNS)[number];
  id?: string;
  children: ComponentChildren;
}

/** A cell of the list. It takes no focus: the link of its row does. */
export function Cell({ role, name, id, children }: CellProps) {
  return (
    <div role={role} class={`queue-${name}`} id={id}>
      {children}
    </div>
  );
}

export function HeadRow() {
  return (
    <div role="rowgroup" class="queue-head">
      {/* biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with the head */}
      <div role="row" aria-rowindex={1} class="queue-row">
        {COLUMNS.map((column) => (
          <Cell key={column} role="columnheader" name={column}>
            {t(`queue.column_${column}`)}
          </Cell>
        ))}
      </div>
    </div>
  );
}
