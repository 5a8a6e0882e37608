import type { APIResponse, Route } from 'playwright-core';

/**
 * The appliance's answer to an intercepted request. Playwright does not repeat the browser's header for the request's
 * origin, and the appliance refuses a session without it.
 */
export function fetchAsPage(route: Route): Promise<APIResponse> {
  return route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } });
}
