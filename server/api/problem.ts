import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import multer from 'multer';
import type { Problem } from '../contract/problem.ts';
import { diskFull, isDiskFull } from '../lib/disk-full.ts';
import { AppError, ERROR_KINDS, type ErrorCode } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { requestIdOf } from './request-id.ts';

/** For transient failures without a known duration. */
const RETRY_AFTER_DEFAULT_SECONDS = 1;

/** Returns the parts of a problem that describe the failure itself. */
export function problemOf({ code, details }: AppError): Omit<Problem, 'instance' | 'request_id'> {
  const { title, status } = ERROR_KINDS[code];
  const { detail, items, members } = details;
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail,
    code,
    errors: items ?? [{ code, message: detail }],
    ...members,
  };
}

/** Returns the headers that the problem's status requires. */
export function headersOf({ code, details }: AppError): Record<string, string> {
  const { status, retryable } = ERROR_KINDS[code];
  const retryAfter = String(details.retryAfterSeconds ?? RETRY_AFTER_DEFAULT_SECONDS);
  return {
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(retryable && status !== 500 && { 'Retry-After': retryAfter }),
  };
}

/** Answers with `application/problem+json` and the headers that the status requires. */
export function sendProblem(res: Response, error: AppError): void {
  const kind = ERROR_KINDS[error.code];
  const problem: Problem = {
    ...problemOf(error),
    instance: res.req.originalUrl.split('?')[0] ?? '/',
    request_id: requestIdOf(res),
  };
  for (const [name, value] of Object.entries(headersOf(error))) if (!res.hasHeader(name)) res.setHeader(name, value);
  res.status(kind.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The last handler: turns every error into a problem. An unexpected error shows the client only its request id. */
export function problemHandler(deps: { log: Logger }): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const known = toAppError(error);
    if (!known) deps.log.error('request.failed', { requestId: requestIdOf(res), method: req.method }, error);
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    sendProblem(res, known ?? internalProblem());
  };
}

/** Answers requests that no route has answered. */
export const notFoundHandler: RequestHandler = (_req, _res, next) => {
  next(new AppError('not_found', 'There is nothing at this path. /docs describes the available paths.'));
};

function internalProblem(): AppError {
  return new AppError(
    'internal',
    'There was an internal error. Try again. If it fails again, give the request id to its administrator.',
  );
}

/** Returns the expected error; null if the error is unexpected. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // Sizes and numbers of parts are reported earlier, each with its part. What remains is a malformed form.
  if (error instanceof multer.MulterError)
    return new AppError('malformed_body', `The multipart body has unexpected parts. ${MULTIPART_REMEDY}`, error);
  if (isDiskFull(error)) return diskFull(error);
  if (!(error instanceof Error)) return null;
  const type = (error as { type?: unknown }).type;
  const mapped = typeof type === 'string' ? BODY_PARSER_PROBLEMS[type] : undefined;
  if (mapped) return new AppError(mapped.code, mapped.detail, error);
  if (error instanceof URIError) {
    return new AppError('invalid_request', 'The path is not well-formed; percent-encode it as UTF-8.', error);
  }
  return null;
}

const MULTIPART_REMEDY = 'Send the parts applicant, documents[], documents_meta, webhook_url, consent and metadata.';

/** Error types of http-errors as body-parser 2 throws them. */
const BODY_PARSER_PROBLEMS: Record<string, { code: ErrorCode; detail: string }> = {
  'entity.too.large': { code: 'body_too_large', detail: 'The body is larger than 1 MB. Send a smaller one.' },
  'encoding.unsupported': { code: 'unsupported_media_type', detail: 'Send the body without this content encoding.' },
  'request.aborted': { code: 'malformed_body', detail: 'The body ended early. Send it again.' },
  'request.size.invalid': {
    code: 'malformed_body',
    detail: 'The length of the body does not match its Content-Length header. Send it again.',
  },
};
