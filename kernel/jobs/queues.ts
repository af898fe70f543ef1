/** Every queue with its retry rule; payloads are ids, never data. */
export const QUEUES = {
  'stripe-event': { retryLimit: 12, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 },
  mail: { retryLimit: 6, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600 },
} as const

export type QueueName = keyof typeof QUEUES
