import { expect } from 'vitest';
import { makeOpenApi } from '../../server/contract/openapi.ts';
import { assertMatchesOpenApi } from './openapi.ts';

const PATHS = Object.entries(makeOpenApi('test').paths ?? {}).map(([template, item]) => ({
  template,
  item,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
/** The pages for people, and the paths that lead to them. The document does not describe them. */
const PAGES = /^\/(?:docs|problems\/\w+)?$/;

/**
 * Throws unless the OpenAPI document describes this answer. The document may have no operation for a method or path;
 * then the answer must be a problem. Every answer carries its request id.
 */
export async function checkAnswer(method: string, path: string, answer: Response): Promise<void> {
  expect(answer.headers.get('request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  const pathname = path.split('?')[0] ?? path;
  const type = answer.headers.get('content-type') ?? '';
  if (PAGES.test(pathname) || method === 'HEAD') return;
  const template = templateOf(method, pathname);
  const isStream = type.startsWith('text/event-stream');
  // A stream does not end. This cancels the copy, so the original decides when the stream closes.
  if (isStream) void answer.body?.cancel();
  const isJson = /\/(?:problem\+)?json/.test(type);
  const body = isStream ? '' : isJson ? await answer.json() : await answer.text();
  if (answer.status >= 400 && type.startsWith('application/problem+json')) {
    expect(body).toMatchObject({ status: answer.status, type: `/problems/${body.code}`, instance: pathname });
    expect(body.request_id).toBe(answer.headers.get('request-id'));
  }
  if (template) assertMatchesOpenApi(method, template, answer.status, body);
  else assertMatchesOpenApi('GET', '/v1/verifications', 401, body);
}

/** The document's path for this operation, such as `/v1/verifications/{id}`, or null. */
function templateOf(method: string, pathname: string): string | null {
  const found = PATHS.filter(({ pattern }) => pattern.test(pathname));
  const exact = found.find(({ template }) => template === pathname) ?? found[0];
  return exact && method.toLowerCase() in exact.item ? exact.template : null;
}
