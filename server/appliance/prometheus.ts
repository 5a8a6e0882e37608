import { createRequire } from 'node:module';
import type * as Prometheus from 'prom-client';

const require = createRequire(import.meta.url);

/**
 * The parts of prom-client that are used here. Its index also loads the process metrics and, with them, OpenTelemetry's API: eighty modules at
 * every start.
 */
export const Counter: typeof Prometheus.Counter = require('prom-client/lib/counter');
export const Gauge: typeof Prometheus.Gauge = require('prom-client/lib/gauge');
export const Histogram: typeof Prometheus.Histogram = require('prom-client/lib/histogram');
export const Registry: typeof Prometheus.Registry = require('prom-client/lib/registry');
