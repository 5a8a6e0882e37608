import { type Clock, isoTime } from './clock.ts';

type LogValue = string | number | boolean | null | undefined;
/** Ids, codes, counts and times only: a field never holds personal data. */
export type LogFields = Record<string, LogValue>;

export interface Logger {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields, cause?: unknown): void;
}

/** Writes one JSON object per line. `write` gets each line without its line feed. */
export function createLogger(clock: Clock, write: (line: string) => void): Logger {
  const emit = (level: string, event: string, fields: LogFields | undefined, cause?: unknown): void => {
    write(JSON.stringify({ time: isoTime(clock.now()), level, event, ...fields, ...describeCause(cause) }));
  };
  return {
    info: (event, fields) => emit('info', event, fields),
    warn: (event, fields) => emit('warn', event, fields),
    error: (event, fields, cause) => emit('error', event, fields, cause),
  };
}

/** Returns name, code and stack frames of an error. Omits its message: a library may have put input into it. */
function describeCause(cause: unknown): LogFields {
  if (cause === undefined) return {};
  if (!(cause instanceof Error)) return { error: typeof cause };
  const frames = (cause.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const code = (cause as { code?: unknown }).code;
  return {
    error: cause.name,
    code: typeof code === 'string' ? code : undefined,
    stack: frames.slice(0, 12).join(' | '),
  };
}
