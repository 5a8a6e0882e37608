const PLACES: Readonly<Record<string, (id: string) => string>> = {
  ver: (id) => `/verifications/${id}`,
  kyb_ver: (id) => `/companies/${id}`,
  lst: (id) => `/lists/${id}`,
  whe: (id) => `/webhooks/${id}`,
  policy: (id) => `/policy?version=${id.slice('policy_'.length)}`,
};

/** The page of what an entry is about; null where it has none. */
export function placeOfSubject(subject: string): string | null {
  const prefix = subject.slice(0, subject.lastIndexOf('_'));
  return PLACES[prefix]?.(subject) ?? null;
}

const END_CHARS = 8;

/** An id by its kind and its end, by which ids of the same time differ: `ver_…za4gqw3g`. */
export function shortId(id: string): string {
  const [, prefix = '', rest = ''] = /^(.+_)?(.*)$/.exec(id) ?? [];
  return rest.length <= END_CHARS + 2 ? id : `${prefix}…${rest.slice(-END_CHARS)}`;
}
