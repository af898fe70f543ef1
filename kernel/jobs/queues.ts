/** A job whose worker was killed is taken up by another after this time, at the next look (a minute) of any process. */
const heartbeatSeconds = 60

/** Every queue with its retry rule. Payloads are ids, never data; a mail that could not be sent is sealed. */
export const QUEUES = {
  'stripe-event': {
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  /** One that runs, one that waits: a sweep finds everything there is. */
  'storage-sweep': { policy: 'stately', retryLimit: 3, retryDelay: 30, heartbeatSeconds },
  /** Nightly. One that runs, one that waits. */
  'payments-reconcile': {
    policy: 'stately',
    retryLimit: 5,
    retryDelay: 60,
    retryBackoff: true,
    heartbeatSeconds,
  },
  'reconcile-account': {
    retryLimit: 5,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  'plan-mail': { retryLimit: 6, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, heartbeatSeconds },
  /** Every minute: day passes that ran out. */
  'plan-expiry': { policy: 'stately', retryLimit: 1, retryDelay: 5, heartbeatSeconds },
  /** Every night: what the provider says of all plans. */
  'plan-reconcile': { policy: 'stately', retryLimit: 3, retryDelay: 300, heartbeatSeconds },
  /** The customer of an account that was deleted ends at the provider, with all that it subscribes to. */
  'plan-customer-end': {
    retryLimit: 12,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  /** What deleted tenants have left open at the provider ends there; the rows say what is still to be asked. */
  'provider-ends': { policy: 'stately', retryLimit: 3, retryDelay: 60, heartbeatSeconds },
  /** Wakes the delivery of a webhook's endpoint when its next try is due; the tries are counted in its own table. */
  'webhook-out': { retryLimit: 3, retryDelay: 5, heartbeatSeconds },
  'webhook-sweep': { policy: 'stately', retryLimit: 0, heartbeatSeconds },
  'webhook-disabled': {
    retryLimit: 6,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  /** These tries cover a day, as long as the link of a confirmation is good. */
  mail: { retryLimit: 32, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, heartbeatSeconds },
  /** An account of a tenant is read anew. */
  'connect-account': {
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  /** Accounts that were disconnected are let go of once nothing is open on them any more. */
  'connect-release': { policy: 'stately', retryLimit: 2, retryDelay: 30, heartbeatSeconds },
} as const

export type QueueName = keyof typeof QUEUES
