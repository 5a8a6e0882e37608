/** A request that the appliance refused or did not answer. `code` is the problem's, or `offline`. */
export class PageError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

/** Sends a request to the capture listener. The session's cookie goes along; scripts cannot read it. Throws `PageError`. */
export async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(`/c/${path}`, {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    ...bodyOf(body),
    ...(signal && { signal }),
  }).catch(() => {
    throw new PageError('offline', 0);
  });
  const read: unknown = await answer.json().catch(() => null);
  if (answer.ok && read !== null) return read as T;
  const { code } = (read ?? {}) as { code?: unknown };
  throw new PageError(typeof code === 'string' ? code : 'offline', answer.status);
}

function bodyOf(body: unknown): Pick<RequestInit, 'body' | 'headers'> {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  if (body instanceof Blob) return { body, headers: { 'content-type': 'image/jpeg' } };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** The texts for statuses. */
const OF_STATUS: Readonly<Record<number, string>> = {
  0: 'offline',
  401: 'no_session',
  413: 'picture_refused',
  415: 'picture_refused',
  422: 'picture_refused',
  429: 'too_many',
  503: 'busy',
};

/** Returns the code of the text that tells the applicant what went wrong. `claiming`: while a code or link was tried. */
export function problemCode(error: unknown, claiming = false): string {
  if (!(error instanceof PageError)) return 'other';
  const { status, code } = error;
  if (claiming && status === 403) return 'link_refused';
  if (claiming && status >= 400 && status < 500 && status !== 429) return 'code_refused';
  if (status === 400 && /file|picture/.test(code)) return 'picture_refused';
  return OF_STATUS[status] ?? 'other';
}
