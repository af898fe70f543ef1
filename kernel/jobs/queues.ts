/** After this time another worker takes over a killed worker's job, at any process's next poll (every minute). */
const heartbeatSeconds = 60

/** Every queue with its retry rule. Payloads are ids, never data, except for unsent emails, which are sealed. */
export const QUEUES = {
  'stripe-event': {
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  /** One running and one waiting job: each sweep processes everything. */
  'storage-sweep': { policy: 'stately', retryLimit: 3, retryDelay: 30, heartbeatSeconds },
  /** Nightly. One running and one waiting job. */
  'payments-reconcile': {
    policy: 'stately',
    retryLimit: 5,
    retryDelay: 60,
    retryBackoff: true,
    heartbeatSeconds,
  },
  /** Requests queued refunds. One running and one waiting job: each sends all of them. */
  'queued-refunds': {
    policy: 'stately',
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    heartbeatSeconds,
  },
  /** Every minute: ends carts of tickets whose time is over, and offers seats to those who wait. */
  'ticket-sweep': { policy: 'stately', retryLimit: 1, retryDelay: 5, heartbeatSeconds },
  /** After a payment and every minute: queues emails about tickets and events. */
  'ticket-mail': { policy: 'stately', retryLimit: 1, retryDelay: 5, heartbeatSeconds },
  /** Every minute: counts the hours of analytics that are over. */
  'analytics-count': { policy: 'stately', retryLimit: 1, retryDelay: 5, heartbeatSeconds },
  /** Every hour: makes the months of analytics that come, and deletes events that are no longer stored. */
  'analytics-upkeep': { policy: 'stately', retryLimit: 3, retryDelay: 60, heartbeatSeconds },
  'reconcile-account': {
    retryLimit: 5,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  'plan-mail': { retryLimit: 6, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, heartbeatSeconds },
  /** Every night: deletes what is older than a tenant keeps its audit log. */
  'audit-retention': { policy: 'stately', retryLimit: 3, retryDelay: 60, heartbeatSeconds },
  /** Every minute: computes the audiences of members whose stored ones are over. */
  'audience-sets': { policy: 'stately', retryLimit: 1, retryDelay: 5, heartbeatSeconds },
  /** Every night: deletes rows and tables that were in the trash for 30 days. */
  'trash-retention': { policy: 'stately', retryLimit: 3, retryDelay: 60, heartbeatSeconds },
  /** Every hour: deletes uploads that no row of an own table claimed within a day. */
  'forget-files': { policy: 'stately', retryLimit: 3, retryDelay: 60, heartbeatSeconds },
  /** Brings the rows of a large own table up to date with its changed fields. */
  'tend-table': { retryLimit: 6, retryDelay: 30, retryBackoff: true, retryDelayMax: 3600, heartbeatSeconds },
  /** Adds what a visitor sent with a form to its table, once it is paid. */
  'form-paid': { retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600, heartbeatSeconds },
  /** Every hour: deletes what was sent with a form and not paid in time, and queues what a lost job left behind. */
  'form-unpaid': { policy: 'stately', retryLimit: 3, retryDelay: 60, heartbeatSeconds },
  /**
   * After an upload and every minute: converts one video of the library. At most one waiting job; each process works on one
   * video. The limit is longer than a conversion may take.
   */
  'library-video': {
    policy: 'short',
    retryLimit: 1,
    retryDelay: 5,
    heartbeatSeconds,
    expireInSeconds: 8 * 3600,
  },
  /** Reads a source of an assistant, such as the pages of a site. */
  'prompt-source': {
    retryLimit: 3,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  /** Every five minutes: settles answers of servers that were killed, queues sources that are due, deletes old conversations. */
  'prompt-sweep': { policy: 'stately', retryLimit: 1, retryDelay: 30, heartbeatSeconds },
  /** Every minute: expires day passes. */
  'plan-expiry': { policy: 'stately', retryLimit: 1, retryDelay: 5, heartbeatSeconds },
  /** Every night: compares all plans with the provider. */
  'plan-reconcile': { policy: 'stately', retryLimit: 3, retryDelay: 300, heartbeatSeconds },
  /** Deletes a deleted account's customer at the provider, with all its subscriptions. */
  'plan-customer-end': {
    retryLimit: 12,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  /** Closes what deleted tenants and erased users have left open at the provider; the rows list the remaining calls. */
  'provider-ends': { policy: 'stately', retryLimit: 3, retryDelay: 60, heartbeatSeconds },
  /** Starts a webhook endpoint's delivery when its next retry is due; its own table counts the attempts. */
  'webhook-out': { retryLimit: 3, retryDelay: 5, heartbeatSeconds },
  'webhook-sweep': { policy: 'stately', retryLimit: 0, heartbeatSeconds },
  'webhook-disabled': {
    retryLimit: 6,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  /** These retries cover a day, the lifetime of a confirmation link. */
  mail: { retryLimit: 32, retryDelay: 10, retryBackoff: true, retryDelayMax: 3600, heartbeatSeconds },
  /** Rereads a tenant's account from the provider. */
  'connect-account': {
    retryLimit: 12,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds,
  },
  /** Releases disconnected accounts once nothing is open on them. */
  'connect-release': { policy: 'stately', retryLimit: 2, retryDelay: 30, heartbeatSeconds },
} as const

export type QueueName = keyof typeof QUEUES
