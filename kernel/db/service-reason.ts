/** Why some code needs the rights of the service instead of those of the caller. */
export const SERVICE_REASONS = {
  provider: 'Writes or reads what the payment provider reported, which no user may write.',
  job: 'Work in the background: there is no caller.',
  proof: 'The caller has no session and proves its right with a secret: a receipt, a state or a code.',
  anonymous: 'No session exists yet, and the response contains nothing but public addresses.',
  closed:
    'The right of the caller was checked before. The rows or columns are closed to every role: ids of the provider, counters, people.',
  staff: 'The staff of the operator work across tenants. Their verified email was checked before.',
  server: 'Bookkeeping of the server itself: idempotency keys, emails to be sent.',
  auth: 'The tables of the schema auth are closed to every role but the service.',
  test: 'Tests only.',
} as const

/** For example `job: delete old webhooks`: the reason, and what the code does. */
export type ServiceReason = `${keyof typeof SERVICE_REASONS}: ${string}`
