import { lacks } from '#studio/plan-features.ts'

export type PaymentMode = 'test' | 'live'

/** The pages of the Connect Suite that integrations stand on. */
export type IntegrationGroup =
  | 'stripe'
  | 'auth'
  | 'chatbot'
  | 'webhooks'
  | 'email'
  | 'analytics'
  | 'databases'

export interface Integration {
  group: IntegrationGroup
  title: string
  text: string
  /** Settings of the server that it needs, without the suffix of the mode; spec §9 calls this the catalogue. */
  names: readonly string[]
}

/** Groups that nothing uses yet. The AI provider is for the prompt block and starts to work with it. */
const WITHOUT_USE: readonly IntegrationGroup[] = ['email', 'analytics', 'databases']

/**
 * Whether connecting something of this group has no effect yet.
 * @param blocks names of the registered blocks
 */
export const groupInDevelopment = (group: IntegrationGroup, blocks: readonly string[]): boolean =>
  group === 'chatbot' ? lacks(['prompt'], blocks) : WITHOUT_USE.includes(group)

/** Every integration, by its key. */
const CATALOGUE: Record<string, Integration> = {
  stripe_express: {
    group: 'stripe',
    title: 'Stripe, guided',
    text: 'An account made for you in a few steps. Payments and payouts go straight to it.',
    names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET'],
  },
  stripe_standard: {
    group: 'stripe',
    title: 'Stripe, an account you have',
    text: 'Sign in at Stripe and let this tenant sell with an account that you already use.',
    names: [
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_CONNECT_WEBHOOK_SECRET',
      'STRIPE_CONNECT_CLIENT_ID',
    ],
  },
  supabase: {
    group: 'auth',
    title: 'Built-in auth',
    text: 'Email and password, codes, passkeys and social sign-in, with nothing to set up.',
    names: [],
  },
  auth0: {
    group: 'auth',
    title: 'Auth0',
    text: 'Your visitors sign in with the Auth0 application of your own.',
    names: [],
  },
  ai: {
    group: 'chatbot',
    title: 'AI provider',
    text: 'Works with any OpenAI-compatible API.',
    names: ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'],
  },
  webhooks: {
    group: 'webhooks',
    title: 'Webhooks',
    text: 'Your own server hears of orders, visitors and products, signed and retried.',
    names: [], // each endpoint has a secret of its own
  },
  email_resend: {
    group: 'email',
    title: 'Resend',
    text: 'Mails to your visitors leave through your Resend account.',
    names: ['RESEND_API_KEY', 'EMAIL_FROM'],
  },
  email_postmark: {
    group: 'email',
    title: 'Postmark',
    text: 'Mails to your visitors leave through your Postmark server.',
    names: ['POSTMARK_SERVER_TOKEN', 'EMAIL_FROM'],
  },
  analytics_plausible: {
    group: 'analytics',
    title: 'Plausible',
    text: 'What happens in your blocks is counted on your Plausible site.',
    names: ['PLAUSIBLE_HOST', 'PLAUSIBLE_DOMAIN'],
  },
  analytics_posthog: {
    group: 'analytics',
    title: 'PostHog',
    text: 'What happens in your blocks is sent to your PostHog project.',
    names: ['POSTHOG_HOST', 'POSTHOG_PROJECT_KEY'],
  },
  db_supabase: {
    group: 'databases',
    title: 'Supabase',
    text: 'Saved queries on a Supabase database of yours.',
    names: ['SUPABASE_DB_URL'],
  },
  db_neon: {
    group: 'databases',
    title: 'Neon or another PostgreSQL',
    text: 'Saved queries on any PostgreSQL database that can be reached.',
    names: ['NEON_DATABASE_URL'],
  },
  db_mysql: {
    group: 'databases',
    title: 'MySQL or MariaDB',
    text: 'Saved queries on a MySQL or MariaDB database of yours.',
    names: ['MYSQL_URL'],
  },
}

/** The keys of a group, in the order in which they are shown; of all groups when none is named. */
export function integrationKeys(group?: IntegrationGroup): string[] {
  return Object.keys(CATALOGUE).filter((key) => group === undefined || CATALOGUE[key]!.group === group)
}

/** An entry of the catalogue; a key that is none is logged, and there is nothing to show. */
export function integrationOf(key: string): Integration | undefined {
  if (Object.hasOwn(CATALOGUE, key)) return CATALOGUE[key]
  // oxlint-disable-next-line no-console -- the specification asks for a logged key
  console.warn(`Unknown integration: ${key}`)
  return undefined
}

/** The settings that an integration needs in a mode, as the operator writes them: `STRIPE_SECRET_KEY_LIVE`. */
export function requiredNames(key: string, mode: PaymentMode): string[] {
  return (integrationOf(key)?.names ?? []).map((name) => `${name}_${mode.toUpperCase()}`)
}

/** The notice of a configuration that is missing, in the words of spec §2. */
export const missingWords = (names: readonly string[]): string =>
  `Add ${names.join(', ')} to enable this action`
