import { lacks } from '#studio/plan/plan-features.ts'

export type PaymentMode = 'test' | 'live'

/** The pages of the Connect Suite that show integrations. */
export type IntegrationGroup =
  | 'stripe'
  | 'auth'
  | 'chatbot'
  | 'webhooks'
  | 'email'
  | 'analytics'
  | 'databases'

/** The groups whose integrations need settings of the operator, and whose pages show an example. */
export type ExampleGroup = Extract<IntegrationGroup, 'chatbot' | 'email' | 'analytics' | 'databases'>

export interface Integration {
  group: IntegrationGroup
  title: string
  text: string
  /** Server settings that it needs, without the mode suffix; spec §9 defines this catalog. */
  names: readonly string[]
}

/** Groups that nothing uses yet. The AI provider takes effect once the prompt block is registered. */
const WITHOUT_USE: readonly IntegrationGroup[] = ['email', 'analytics', 'databases']

/**
 * Whether connecting an integration of this group has no effect yet.
 * @param blocks names of the registered blocks
 */
export const groupInDevelopment = (group: IntegrationGroup, blocks: readonly string[]): boolean =>
  group === 'chatbot' ? lacks(['prompt'], blocks) : WITHOUT_USE.includes(group)

/** Every integration by key. */
const CATALOGUE: Record<string, Integration> = {
  stripe_express: {
    group: 'stripe',
    title: 'Stripe, guided',
    text: 'An account made for you in a few steps. Payments and payouts go straight to it.',
    names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_CONNECT_WEBHOOK_SECRET'],
  },
  stripe_standard: {
    group: 'stripe',
    title: 'Existing Stripe account',
    text: 'Sign in to Stripe and let this tenant sell with the account you already use.',
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
    text: 'Your visitors sign in with your own Auth0 application.',
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
    text: 'Sends signed events about orders, visitors and products to your server, with retries.',
    names: [], // each endpoint has its own secret
  },
  email_resend: {
    group: 'email',
    title: 'Resend',
    text: 'Sends email to your visitors through your Resend account.',
    names: ['RESEND_API_KEY', 'EMAIL_FROM'],
  },
  email_postmark: {
    group: 'email',
    title: 'Postmark',
    text: 'Sends email to your visitors through your Postmark server.',
    names: ['POSTMARK_SERVER_TOKEN', 'EMAIL_FROM'],
  },
  analytics_plausible: {
    group: 'analytics',
    title: 'Plausible',
    text: 'Sends block events to your Plausible site.',
    names: ['PLAUSIBLE_HOST', 'PLAUSIBLE_DOMAIN'],
  },
  analytics_posthog: {
    group: 'analytics',
    title: 'PostHog',
    text: 'Sends block events to your PostHog project.',
    names: ['POSTHOG_HOST', 'POSTHOG_PROJECT_KEY'],
  },
  db_supabase: {
    group: 'databases',
    title: 'Supabase',
    text: 'Saved queries on your Supabase database.',
    names: ['SUPABASE_DB_URL'],
  },
  db_neon: {
    group: 'databases',
    title: 'Neon or another PostgreSQL',
    text: 'Saved queries on any reachable PostgreSQL database.',
    names: ['NEON_DATABASE_URL'],
  },
  db_mysql: {
    group: 'databases',
    title: 'MySQL or MariaDB',
    text: 'Saved queries on your MySQL or MariaDB database.',
    names: ['MYSQL_URL'],
  },
}

/** The keys of a group in display order; of all groups when none is named. */
export function integrationKeys(group?: IntegrationGroup): string[] {
  return Object.keys(CATALOGUE).filter((key) => group === undefined || CATALOGUE[key]!.group === group)
}

/** Finds an entry of the catalog. An unknown key is logged and returns undefined. */
export function findIntegration(key: string): Integration | undefined {
  if (Object.hasOwn(CATALOGUE, key)) return CATALOGUE[key]
  // oxlint-disable-next-line no-console -- the specification asks for a logged key
  console.warn(`Unknown integration: ${key}`)
  return undefined
}

/** The server settings of an integration in a mode, as the operator names them: `STRIPE_SECRET_KEY_LIVE`. */
export function requiredNames(key: string, mode: PaymentMode): string[] {
  return (findIntegration(key)?.names ?? []).map((name) => `${name}_${mode.toUpperCase()}`)
}

/** The notice for missing configuration, as spec §2 words it. */
export const missingNotice = (names: readonly string[]): string =>
  `Add ${names.join(', ')} to enable this action`
