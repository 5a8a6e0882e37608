import { formatAgo, formatExactly, formatWhen } from '../text/format.ts';

/** How long ago; a pointer is told the exact time. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactly(at)}>
      {formatAgo(at)}
    </time>
  );
}

/** Day and time. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactly(at)}>
      {formatWhen(at)}
    </time>
  );
}
