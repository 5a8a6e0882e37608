import type { ComponentChildren } from 'preact';

/** A column: its heading, what stands in a row, and how it looks: figures at the end of the line, or left out where the window is narrow. */
export type Column<T> = readonly [
  label: ComponentChildren,
  cell: (row: T) => ComponentChildren,
  look?: 'numeric' | 'wide-only' | 'numeric wide-only',
];

interface TableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** What a row is known by; its `id` unless given. */
  keyOf?: (row: T) => string;
  class?: string;
  /** The class of the frame in which it is scrolled. */
  frame?: string;
  rowClass?: (row: T) => string;
  /** Whether the first cell of each row names it. */
  named?: boolean;
}

const idOf = (row: unknown): string => (row as { id: string }).id;

/** Rows under named columns. The caption is read out, and not seen. */
export function Table<T>({ caption, columns, rows, keyOf = idOf, rowClass, named = false, ...props }: TableProps<T>) {
  const { frame = 'table-frame' } = props;
  return (
    <div class={frame} tabIndex={0} role="region" aria-label={caption}>
      <table class={props.class}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([label, , look], i) => (
              <th key={i} scope="col" class={look}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={rowClass?.(row)}>
              {columns.map(([, cell, look], i) =>
                named && i === 0 ? (
                  <th key={i} scope="row" class={look}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={i} class={look}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
