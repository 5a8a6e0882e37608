import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Fields } from './fields.ts';

interface MoreFieldsProps {
  summary: string;
  fields: Fields;
  /** How the paths of the fields in it begin. */
  paths: readonly string[];
  children: ComponentChildren;
}

/** Fields that are seldom needed, folded away until one is wrong; whoever mends it is not shut out. */
export function MoreFields({ summary, fields, paths, children }: MoreFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const isOff = Object.keys(fields.errors.value).some((path) => paths.some((start) => path.startsWith(start)));
  useLayoutEffect(() => {
    if (isOff && details.current) details.current.open = true;
  }, [isOff]);
  return (
    <details class="more-fields" ref={details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
