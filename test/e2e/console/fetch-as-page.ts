import type { APIResponse, Route } from 'playwright-core';

/**
 * The appliance's answer to a request that was stopped on its way. The browser's own word on where a request comes from is not among the headers
 * that Playwright sends again, and the appliance refuses a session without it.
 */
export function fetchAsPage(route: Route): Promise<APIResponse> {
  return route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } });
}
