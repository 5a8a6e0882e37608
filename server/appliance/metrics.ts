import type { Registry as PrometheusRegistry } from 'prom-client';
import { Counter, Gauge, Histogram, Registry } from './prometheus.ts';

const REQUEST_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];
const STEP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20, 60];

export interface RequestFacts {
  method: string;
  /** The route's template, never the path itself, which holds ids. */
  route: string;
  status: number;
  durationMs: number;
}

/** Numbers of one appliance: route templates, states and step names, never an id or personal data. */
export interface Metrics {
  observeRequest(facts: RequestFacts): void;
  /** A step of the pipeline that has ended. */
  observeStep(step: string, durationMs: number): void;
  /** The text form of Prometheus, and its media type. */
  read(): Promise<{ text: string; type: string }>;
}

export interface MetricsDeps {
  countJobs(): Record<string, number>;
  countVerifications(): { kind: string; status: string; count: number }[];
  countWatchlists(): number;
  countRegisters(): number;
  /** What computes the nets of each engine that has a choice and has chosen. */
  engineBackends(): { engine: string; backend: string }[];
  countBackups(): { lastSuccessMs: number | null; failures: number };
  countDeliveries(): { state: string; count: number }[];
  deliveryLagMs(): number;
}

/** A registry of its own for each appliance, so that two in one process do not add up. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  const requests = new Counter({
    name: 'custos_http_requests_total',
    help: 'Requests by method, route template and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'custos_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  const steps = new Histogram({
    name: 'custos_step_duration_seconds',
    help: 'Time of each step of a verification',
    labelNames: ['step'],
    buckets: STEP_SECONDS,
    registers: [registry],
  });
  addGauges(registry, deps);
  return {
    observeRequest({ method, route, status, durationMs }) {
      requests.inc({ method, route, status: String(status) });
      durations.observe({ method, route }, durationMs / 1000);
    },
    observeStep: (step, durationMs) => steps.observe({ step }, durationMs / 1000),
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };
}

function addGauges(registry: PrometheusRegistry, deps: MetricsDeps): void {
  new Gauge({
    name: 'custos_jobs',
    help: 'Jobs by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(deps.countJobs())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'custos_verifications',
    help: 'Verifications by kind and status',
    labelNames: ['kind', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { count, ...labels } of deps.countVerifications()) this.set(labels, count);
    },
  });
  new Gauge({
    name: 'custos_watchlists',
    help: 'Watchlists that are searched',
    registers: [registry],
    collect() {
      this.set(deps.countWatchlists());
    },
  });
  new Gauge({
    name: 'custos_engine_backend',
    help: 'What computes the nets of an engine: 1 for the backend in use',
    labelNames: ['engine', 'backend'],
    registers: [registry],
    collect() {
      this.reset();
      for (const labels of deps.engineBackends()) this.set(labels, 1);
    },
  });
  new Gauge({
    name: 'custos_webhook_deliveries',
    help: 'Deliveries of webhooks by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { state, count } of deps.countDeliveries()) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'custos_webhook_lag_seconds',
    help: 'For how long the oldest delivery that is due has waited',
    registers: [registry],
    collect() {
      this.set(deps.deliveryLagMs() / 1000);
    },
  });
  new Gauge({
    name: 'custos_backup_last_success_timestamp_seconds',
    help: 'When the newest backup in the configured folder was made; 0 where there is none',
    registers: [registry],
    collect() {
      this.set((deps.countBackups().lastSuccessMs ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'custos_backup_failures',
    help: 'Backups that failed since the start',
    registers: [registry],
    collect() {
      this.set(deps.countBackups().failures);
    },
  });
  new Gauge({
    name: 'custos_registers',
    help: 'Registers of companies that are searched',
    registers: [registry],
    collect() {
      this.set(deps.countRegisters());
    },
  });
}
