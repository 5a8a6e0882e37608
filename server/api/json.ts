import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';

/**
 * The value of a JSON part. Throws `malformed_json` where it is no JSON, is nested deeper than `LIMITS.jsonDepthMax`, or
 * holds what canonical JSON (RFC 8785) cannot: a number beyond a double, a half of a surrogate pair.
 */
export function parseJsonPart(part: string, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(part, 'is not valid JSON; send it as one JSON object');
  }
  const fault = findFault(value, 0);
  if (fault) throw malformed(part, fault);
  return value;
}

function findFault(value: unknown, depth: number): string | null {
  if (depth > LIMITS.jsonDepthMax) return `is nested deeper than ${LIMITS.jsonDepthMax} levels; make it flatter`;
  if (typeof value === 'string' && !value.isWellFormed()) return 'holds text that is not Unicode; send it as UTF-8';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'holds a number that is too large; send it as text';
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, item] of Object.entries(value)) {
    if (!name.isWellFormed()) return 'holds a name that is not Unicode; send it as UTF-8';
    const fault = findFault(item, depth + 1);
    if (fault) return fault;
  }
  return null;
}

function malformed(part: string, text: string): AppError {
  const message = `${part} ${text}.`;
  return new AppError('malformed_json', { detail: message, items: [{ code: 'malformed_json', message, field: part }] });
}
