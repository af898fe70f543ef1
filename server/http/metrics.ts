import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** Metrics of this process, as /metrics prints them. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })

export const requestSeconds = new Histogram({
  name: 'bolt_blocks_request_seconds',
  help: 'Seconds from request to answer',
  labelNames: ['method', 'status', 'mount'] as const,
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  registers: [registry],
})
