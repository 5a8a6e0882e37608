import type { ComponentChildren } from 'preact';

export interface Column<T> {
  key: string;
  label: string;
  cell: (row: T) => ComponentChildren;
  /** Figures stand under each other at the end of the line. */
  numeric?: boolean;
  /** Left out where the window is narrow. */
  wideOnly?: boolean;
}

interface TableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Row that is marked, by its key. */
  current?: string | null;
}

/** Rows under named columns. The caption is read out, and not seen. */
export function Table<T>({ caption, columns, rows, keyOf, current }: TableProps<T>) {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" class={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={current === keyOf(row) ? 'current' : ''}>
              {columns.map((column) => (
                <td key={column.key} class={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf({ numeric, wideOnly }: Pick<Column<never>, 'numeric' | 'wideOnly'>): string {
  return `${numeric ? 'numeric' : ''} ${wideOnly ? 'wide-only' : ''}`.trim();
}
