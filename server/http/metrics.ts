import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

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

/** Realtime metrics, by their name on /metrics. */
interface RealtimeCounts {
  sockets: number
  channels: number
  framesIn: number
  broadcastsOut: number
}

/** Adds realtime's metrics to /metrics. Call it once per process. */
export function countRealtime({ counts }: { counts: () => RealtimeCounts }): void {
  const print = (name: string, help: string, key: keyof RealtimeCounts) =>
    new Gauge({
      name: `bolt_blocks_realtime_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(counts()[key])
      },
    })
  print('sockets', 'Sockets that are open', 'sockets')
  print('channels', 'Channels that the sockets are in', 'channels')
  print('frames_received', 'Frames that came from clients since the start', 'framesIn')
  print('broadcasts_sent', 'Broadcasts handed to clients since the start', 'broadcastsOut')
}
