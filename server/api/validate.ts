import { z } from 'zod';
import type { Warning } from '../contract/problem.ts';
import { AppError, type ErrorItem } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** Returns `['items', 1, 'type']` as `items[1].type`. A name that the caller chose is cut. */
export function jsonPath(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += (text === '' ? '' : '.') + String(step).slice(0, LIMITS.fieldNameCharsMax);
  }
  return text;
}

/**
 * Returns `value` as parsed by `schema`. Throws `invalid_request` with one item for each fault, which names the JSON path and the remedy. No
 * message repeats a value.
 */
export function parseOrThrow<S extends z.ZodType>(schema: S, value: unknown, detail: string): z.output<S> {
  const { data, items } = parsePart(schema, value, []);
  if (items === undefined) return data;
  throw new AppError('invalid_request', { detail, items });
}

/**
 * Parses the parameters of a query in the same way. Throws `unknown_parameter` for a parameter that the route does not have: ignoring a misspelt
 * filter would show more than was asked for.
 */
export function parseQuery<S extends z.ZodObject>(schema: S, query: object, detail: string): z.output<S> {
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return parseOrThrow(schema, query, detail);
  const remedy = known.length === 0 ? 'this route takes no query parameters' : `use one of: ${known.join(', ')}`;
  const items = unknown.slice(0, LIMITS.errorItemsMax).map((name): ErrorItem => {
    const field = jsonPath([name]);
    return { code: 'unknown_parameter', message: `${field} is not a parameter of this route; ${remedy}.`, field };
  });
  throw new AppError('unknown_parameter', { detail: 'A query parameter is not known. See errors.', items });
}

/** For a route whose query takes no parameters. Throws `unknown_parameter`. */
export function refuseParameters(query: object): void {
  parseQuery(z.object({}), query, '');
}

type Parsed<S extends z.ZodType> = { data: z.output<S>; items?: never } | { data?: never; items: ErrorItem[] };

/** Parses the part of the request at `at` without throwing: returns its value or its faults. */
export function parsePart<S extends z.ZodType>(schema: S, value: unknown, at: Path): Parsed<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { data: parsed.data };
  const issues = parsed.error.issues.slice(0, LIMITS.errorItemsMax);
  return { items: issues.map((issue) => describeIssue(issue, value, at)) };
}

function describeIssue(issue: Issue, root: unknown, at: Path): ErrorItem {
  const field = jsonPath([...at, ...issue.path]);
  const { code, text } = explain(issue, valueAt(root, issue.path) === undefined);
  return { code, message: `${field === '' ? 'The value' : field} ${text}.`, ...(field === '' ? {} : { field }) };
}

function explain(issue: Issue, missing: boolean): { code: string; text: string } {
  if (missing) return { code: 'required', text: 'is required' };
  switch (issue.code) {
    case 'invalid_type':
      return { code: 'invalid_type', text: `must be ${article(issue.expected)}` };
    case 'invalid_value':
      return { code: 'invalid_value', text: `must be one of: ${issue.values.map(String).join(', ')}` };
    case 'too_big':
    case 'too_small':
      return { code: issue.origin === 'number' ? 'invalid_value' : 'invalid_length', text: issue.message };
    default:
      return { code: 'invalid_format', text: issue.message };
  }
}

function article(expected: string): string {
  if (expected === 'record' || expected === 'object') return 'an object';
  if (expected === 'array') return 'an array';
  if (expected === 'int') return 'a whole number';
  return `a ${expected}`;
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

/** Returns a warning for each field of `value` that `schema` does not know, nested fields too. Such fields are not stored. */
export function unknownFields(schema: z.ZodType, value: unknown, path: Path = []): Warning[] {
  const found: Warning[] = [];
  collectUnknown(schema, value, path, found);
  return found.slice(0, LIMITS.errorItemsMax);
}

function collectUnknown(schema: z.ZodType, value: unknown, path: Path, found: Warning[]): void {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) {
    collectUnknown(schema.unwrap() as z.ZodType, value, path, found);
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    value.forEach((item, index) => {
      collectUnknown(schema.element as z.ZodType, item, [...path, index], found);
    });
  } else if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      if (found.length >= LIMITS.errorItemsMax) return;
      const known = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : null;
      if (known) collectUnknown(known, item, [...path, name], found);
      else found.push({ code: 'unknown_field', field: jsonPath([...path, name]) });
    }
  }
}
