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

/** Metrics of one appliance: route templates, states and step names, never an id or personal data. */
export interface Metrics {
  observeRequest(facts: RequestFacts): void;
  /** Records a finished step of the pipeline. */
  observeStep(step: string, durationMs: number): void;
  /** Returns the metrics in Prometheus text format, with their media type. */
  read(): Promise<{ text: string; type: string }>;
}

export interface MetricsDeps {
  countJobs(): Record<string, number>;
  countVerifications(): { kind: string; status: string; count: number }[];
  countWatchlists(): number;
  countRegisters(): number;
  /** The backend of each engine that has chosen one. */
  engineBackends(): { engine: string; backend: string }[];
  countBackups(): { lastSuccessMs: number | null; failures: number };
  countDeliveries(): { state: string; count: number }[];
  deliveryLagMs(): number;
}

/** Creates a separate registry for each appliance, so two in one process are not added up. */
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
    help: 'Time from a request to the end of its response',
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

/** Adds the gauges: what each one measures, and its current values by label; a gauge without labels has one value. */
function addGauges(registry: PrometheusRegistry, deps: MetricsDeps): void {
  const gauge = (
    name: string,
    help: string,
    read: () => number | { labels: Record<string, string>; value: number }[],
    labelNames: string[] = [],
  ): void => {
    new Gauge({
      name: `custos_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        const values = read();
        this.reset();
        if (typeof values === 'number') this.set(values);
        else for (const { labels, value } of values) this.set(labels, value);
      },
    });
  };
  const counted = (rows: { count: number }[]) => rows.map(({ count, ...labels }) => ({ labels, value: count }));
  const jobs = () => Object.entries(deps.countJobs()).map(([state, value]) => ({ labels: { state }, value }));
  const backends = () => deps.engineBackends().map((labels) => ({ labels, value: 1 }));
  const backupSeconds = () => (deps.countBackups().lastSuccessMs ?? 0) / 1000;
  gauge('jobs', 'Jobs by state', jobs, ['state']);
  gauge('verifications', 'Verifications by kind and status', () => counted(deps.countVerifications()), [
    'kind',
    'status',
  ]);
  gauge('watchlists', 'Active watchlists', deps.countWatchlists);
  gauge('engine_backend', "Backend that runs an engine's models: 1 for the backend in use", backends, [
    'engine',
    'backend',
  ]);
  gauge('webhook_deliveries', 'Webhook deliveries by state', () => counted(deps.countDeliveries()), ['state']);
  gauge('webhook_lag_seconds', 'Waiting time of the oldest delivery that is due', () => deps.deliveryLagMs() / 1000);
  gauge(
    'backup_last_success_timestamp_seconds',
    'Time of the newest backup in the configured folder; 0 if there is none',
    backupSeconds,
  );
  gauge('backup_failures', 'Failed backups since the start', () => deps.countBackups().failures);
  gauge('registers', 'Active company registers', deps.countRegisters);
}
