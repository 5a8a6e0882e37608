import type { ComponentChildren } from 'preact';

/** Names with their values, in two columns. What has no value is left out. */
export function Facts({ items }: { items: readonly (readonly [label: string, value: ComponentChildren])[] }) {
  const known = items.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '');
  return (
    <dl class="facts">
      {known.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
