import type { Express } from 'express';

interface Layer {
  route?: { path: string; stack: { method?: string }[] };
  handle?: { stack?: Layer[] };
}

/** The routes that Express answers, in its order: method and path, as the OpenAPI document writes it (`GET /v1/verifications/{id}`). */
export function routesOf(app: Express): string[] {
  return routesBelow((app.router as unknown as { stack: Layer[] }).stack);
}

function routesBelow(stack: Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    const path = route?.path.replaceAll(/:(\w+)/g, '{$1}');
    const own = (route?.stack ?? []).flatMap(({ method }) => (method ? [`${method.toUpperCase()} ${path}`] : []));
    return [...new Set(own), ...routesBelow(handle?.stack ?? [])];
  });
}
