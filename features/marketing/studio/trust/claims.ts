/** What the page says we do. Each is so in the code of today; what is planned does not stand here. */
export const CLAIMS: readonly { id: string; title: string; lead: string; points: readonly string[] }[] = [
  {
    id: 'payments',
    title: 'Payments',
    lead: 'Sales are charges on the creator’s own Stripe account.',
    points: [
      'Card details are typed into Stripe’s form, in a window or in a frame of theirs. They never reach this server.',
      'The server reads the price from the catalogue and tells it to Stripe. A changed page cannot change a price.',
      'An order is marked paid once, after it was read back from Stripe. Events are signed, and kept once.',
      'Test and live mode have keys, accounts and orders of their own. They are never added up together.',
    ],
  },
  {
    id: 'auth-and-database',
    title: 'Auth and database',
    lead: 'Row-level security per tenant and user, on every table.',
    points: [
      'PostgreSQL decides who reads and writes a row. Every request runs under one role with the claims of one person.',
      'Members of one tenant are unknown to every other. A creator’s sign-in opens nothing as a member, and the reverse.',
      'Passwords are kept as argon2id hashes. Passkeys, authenticator apps and recovery codes can be asked for besides.',
      'On a stranger’s page the session stays inside the frame, without third-party cookies. Events carry no e-mail and no token.',
    ],
  },
  {
    id: 'secrets-and-logging',
    title: 'Secrets and logging',
    lead: 'A secret goes in and does not come out again.',
    points: [
      'Secrets of providers and signing keys are sealed with AES-256-GCM before they are stored, and are never shown again.',
      'The line that the log keeps of a request is its method, path, status and duration: no query, no body, no address, no token.',
      'Pages of the Studio run no inline script, load nothing from other hosts, and cannot be framed.',
      'Addresses that somebody else chose are resolved and checked before this server calls them.',
    ],
  },
]

/** What is stored of whom, and how long. */
export const STORED: readonly { what: string; fields: string; until: string }[] = [
  {
    what: 'Creators',
    fields: 'E-mail address, password hash, sessions with device and IP address, plan',
    until: 'The account is deleted; a session, until it ends',
  },
  {
    what: 'Tenants and blocks',
    fields: 'Name, theme, sites, products, texts, Stripe account id',
    until: 'The creator deletes them',
  },
  {
    what: 'Files',
    fields: 'What creators and members upload, with its owner and size',
    until: 'Whoever may delete them does',
  },
  {
    what: 'Members of a tenant',
    fields: 'E-mail address, password hash, sessions with device and IP address',
    until: 'The account is deleted; a session, until it ends',
  },
  {
    what: 'Orders',
    fields: 'Product, amount, status, the buyer’s e-mail address, Stripe’s ids',
    until: 'As long as the tenant',
  },
  {
    what: 'Events from Stripe',
    fields: 'Id, type, and which object they are about',
    until: '90 days after they were worked off',
  },
  {
    what: 'Webhook messages',
    fields: 'What happened, for endpoints that a creator set up',
    until: '30 days',
  },
]

export const NOT_STORED = [
  'Card numbers and security codes',
  'Passwords in clear',
  'Profiles of visitors who did not sign in',
  'Anything for advertising',
] as const
