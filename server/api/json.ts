import { type AppError, itemError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { jsonPath } from './validate.ts';

/**
 * Parses a JSON text. `part` names the form part that contains it; null means the whole body. Throws `malformed_json` if it is not JSON, is nested
 * deeper than `LIMITS.jsonDepthMax`, or holds what canonical JSON (RFC 8785) cannot: a number beyond a double, or a lone surrogate.
 */
export function parseJson(part: string | null, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformedJson(part, 'is not valid JSON; send it as one JSON object');
  }
  const fault = findFault(value, part === null ? [] : [part]);
  if (fault) throw malformedJson(fault.path === '' ? null : fault.path, fault.text);
  return value;
}

interface Fault {
  /** JSON path of the fault. */
  path: string;
  /** Completes "applicant ...". */
  text: string;
}

/** Restores `path` before it returns. */
function findFault(value: unknown, path: PropertyKey[], depth = 0): Fault | null {
  const here = (text: string): Fault => ({ path: jsonPath(path), text });
  if (depth > LIMITS.jsonDepthMax) return here(`is nested deeper than ${LIMITS.jsonDepthMax} levels; use fewer levels`);
  if (typeof value === 'string' && !value.isWellFormed())
    return here('contains text that is not valid Unicode; send it as UTF-8');
  if (typeof value === 'number' && !Number.isFinite(value))
    return here('contains a number that is too large; send it as text');
  if (typeof value !== 'object' || value === null) return null;
  const isList = Array.isArray(value);
  for (const [name, item] of Object.entries(value)) {
    if (!name.isWellFormed()) return here('contains a member name that is not valid Unicode; send it as UTF-8');
    path.push(isList ? Number(name) : name);
    const fault = findFault(item, path, depth + 1);
    path.pop();
    if (fault) return fault;
  }
  return null;
}

/** Returns the error for a JSON text or for the part of it at `path`. `text` completes "applicant ..." or "The body ...". */
export function malformedJson(path: string | null, text: string): AppError {
  const message = `${path ?? 'The body'} ${text}.`;
  return itemError('malformed_json', { code: 'malformed_json', message, ...(path === null ? {} : { field: path }) });
}
