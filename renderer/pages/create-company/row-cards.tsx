import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import type { Rows } from './rows.ts';

interface RowCardsProps {
  rows: Rows;
  title: string;
  hint: string;
  addLabel: string;
  /** The name of a row by its place, from 1. */
  nameOf: (place: number) => string;
  removeLabel: (place: number) => string;
  children: (key: string) => ComponentChildren;
}

/** Rows that are added and removed; the focus goes to what was added, and stays near what was removed. */
export function RowCards({ rows, title, hint, addLabel, nameOf, removeLabel, children }: RowCardsProps) {
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLDivElement>(null);
  const keys = rows.keys.value;
  const next = useRef<(() => HTMLElement | null | undefined) | null>(null);
  // As soon as the row is there or gone, before another key can be pressed: what is typed at once must not be lost.
  useLayoutEffect(() => {
    next.current?.()?.focus();
    next.current = null;
  }, [keys]);
  const focus = (find: () => HTMLElement | null | undefined): void => {
    next.current = find;
  };
  return (
    <Section title={title} id={rows.name}>
      <p class="hint">{hint}</p>
      <ol class="row-cards" ref={list}>
        {keys.map((key, i) => (
          <li key={key}>
            <fieldset>
              <legend>{nameOf(i + 1)}</legend>
              {children(key)}
            </fieldset>
            <IconButton
              class="row-remove"
              icon="trash"
              label={removeLabel(i + 1)}
              onClick={() => {
                focus(() => add.current?.querySelector('button'));
                rows.remove(key);
              }}
            />
          </li>
        ))}
      </ol>
      <div ref={add}>
        <Button
          icon="plus"
          onClick={() => {
            focus(() => list.current?.lastElementChild?.querySelector<HTMLElement>('select, input'));
            rows.add();
          }}
        >
          {addLabel}
        </Button>
      </div>
    </Section>
  );
}
