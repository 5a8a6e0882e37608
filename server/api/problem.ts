import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import multer from 'multer';
import { AppError, ERROR_KINDS, type ErrorCode } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import type { Problem } from './contract/problem.ts';
import { requestIdOf } from './request-id.ts';

/** RFC 9110, section 15.5.16, asks for nothing here; a client that retries wants to know when. */
const RETRY_AFTER_DEFAULT_SECONDS = 1;

/** Answers with `application/problem+json`. `extra` headers stand beside the ones the code asks for. */
export function sendProblem(res: Response, error: AppError): void {
  const kind = ERROR_KINDS[error.code];
  const problem: Problem = {
    type: `/problems/${error.code}`,
    title: kind.title,
    status: kind.status,
    detail: error.details.detail,
    instance: res.req.originalUrl.split('?')[0] ?? '/',
    code: error.code,
    request_id: requestIdOf(res),
    errors: error.details.items ?? [{ code: error.code, message: error.details.detail }],
  };
  if (kind.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (kind.retryable && kind.status !== 500 && !res.hasHeader('Retry-After')) {
    res.setHeader('Retry-After', String(error.details.retryAfterSeconds ?? RETRY_AFTER_DEFAULT_SECONDS));
  }
  res.status(kind.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The last handler: every error becomes a problem, and what nobody expected is told by its request id alone. */
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

/** What no route has answered. */
export const notFoundHandler: RequestHandler = (_req, _res, next) => {
  next(new AppError('not_found', 'There is nothing at this path. The paths are described at /docs.'));
};

function internalProblem(): AppError {
  return new AppError(
    'internal',
    'The appliance failed to answer. Try again; if it stays so, give the request id to its administrator.',
  );
}

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof multer.MulterError) return fromMulter(error);
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

/** Codes of multer 2; those of a file's size and number are told earlier, with the file's index. */
const MULTER_PROBLEMS: Record<string, { code: ErrorCode; detail: string }> = {
  LIMIT_FILE_SIZE: { code: 'file_too_large', detail: 'A file is over 15 MB. Send a smaller one.' },
  LIMIT_FILE_COUNT: { code: 'too_many_documents', detail: 'Too many files were sent. Send 10 at most.' },
  LIMIT_FIELD_VALUE: { code: 'invalid_request', detail: 'A part is over 64 kB. Send a shorter one.' },
};

function fromMulter(error: multer.MulterError): AppError {
  const known = MULTER_PROBLEMS[error.code];
  if (known) return new AppError(known.code, known.detail, error);
  return new AppError(
    'malformed_body',
    `The multipart body has parts that are not expected. ${MULTIPART_REMEDY}`,
    error,
  );
}

/** Types of http-errors as body-parser 2 throws them. */
const BODY_PARSER_PROBLEMS: Record<string, { code: ErrorCode; detail: string }> = {
  'entity.too.large': { code: 'body_too_large', detail: 'The body is over 1 MB. Send a smaller one.' },
  'entity.parse.failed': { code: 'malformed_json', detail: 'The body is not valid JSON. Send one JSON object.' },
  'encoding.unsupported': { code: 'unsupported_media_type', detail: 'Send the body without this content encoding.' },
  'charset.unsupported': { code: 'unsupported_media_type', detail: 'Send the body as UTF-8.' },
  'request.aborted': { code: 'malformed_body', detail: 'The body ended early. Send it again.' },
  'request.size.invalid': { code: 'malformed_body', detail: 'The body does not have the length it says.' },
};
