/** Claims of the trust page. Each one is true of the current code; planned features are not listed here. */
export const CLAIMS: readonly { id: string; title: string; lead: string; points: readonly string[] }[] = [
  {
    id: 'payments',
    title: 'Payments',
    lead: 'Sales are charges on the creator’s own Stripe account.',
    points: [
      'Visitors enter card details in Stripe’s own form, in its window or frame. They never reach this server.',
      'The server sends Stripe the price from the catalog. A modified page cannot change a price.',
      'An order is marked paid once, after the server confirms it with Stripe. Events are signed and stored once.',
      'Test and live mode have separate keys, accounts and orders. Totals never mix them.',
    ],
  },
  {
    id: 'auth-and-database',
    title: 'Auth and database',
    lead: 'Row-level security per tenant and user, on every table.',
    points: [
      'PostgreSQL decides who reads and writes a row. Every request runs under one role with the claims of one user.',
      'Tenants never share members. Creator and member accounts are fully separate.',
      'Passwords are stored as argon2id hashes. Passkeys, authenticator apps and recovery codes can add a second factor.',
      'On a third-party page, the session stays inside the frame, without third-party cookies. Events contain no email and no token.',
    ],
  },
  {
    id: 'secrets-and-logging',
    title: 'Secrets and logging',
    lead: 'Secrets are write-only.',
    points: [
      'Provider secrets and signing keys are encrypted with AES-256-GCM before they are stored, and never shown again.',
      'The request log has the method, path, status and duration: no query, body, address or token.',
      'Pages of the Studio run no inline script, load nothing from other hosts, and cannot be framed.',
      'The server resolves and checks user-supplied addresses before it calls them.',
    ],
  },
]

/** Which data is stored about whom, and for how long. */
export const STORED: readonly { what: string; fields: string; until: string }[] = [
  {
    what: 'Creators',
    fields: 'Email address, password hash, sessions with device and IP address, plan',
    until: 'The account is deleted; sessions, until they end',
  },
  {
    what: 'Tenants and blocks',
    fields: 'Name, theme, sites, products, text, Stripe account ID',
    until: 'The creator deletes them',
  },
  {
    what: 'Files',
    fields: 'Uploads of creators and members, with owner and size',
    until: 'A user with permission deletes them',
  },
  {
    what: 'Members of a tenant',
    fields: 'Email address, password hash, sessions with device and IP address',
    until: 'The account is deleted; sessions, until they end',
  },
  {
    what: 'Orders',
    fields: 'Product, amount, status, the buyer’s email address, Stripe’s IDs',
    until: 'The tenant is deleted',
  },
  {
    what: 'Events from Stripe',
    fields: 'ID, type, and which object they are about',
    until: '90 days after processing',
  },
  {
    what: 'Webhook messages',
    fields: 'Events for endpoints that a creator set up',
    until: '30 days',
  },
]

export const NOT_STORED = [
  'Card numbers and security codes',
  'Passwords in plain text',
  'Profiles of visitors who did not sign in',
  'Anything for advertising',
] as const
