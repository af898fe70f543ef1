import { units } from './units.ts'

/** Paths of the Studio's route table; `:name` matches any one segment. A test compares them with the table. */
export const SCREEN_PATHS: readonly string[] = [
  ...units.flatMap(({ screenPaths = [] }) => screenPaths),
  '/',
  '/auth',
  '/auth/callback',
  '/auth/confirm',
  '/auth/new-password',
  '/bolt',
  '/bolt/admin/stripe',
  '/bolt/billing',
  '/bolt/blocks',
  '/bolt/blocks/:id',
  '/bolt/connect',
  '/bolt/dashboard',
  '/bolt/onboarding',
  '/bolt/pricing',
  '/bolt/studio',
  '/bolt/studio/billing',
  '/bolt/studio/onboarding',
  '/home',
  '/invitation',
  '/oauth/consent',
  '/playground',
  '/pricing',
  '/studio',
  '/studio/account',
  '/studio/audit',
  '/studio/billing',
  '/studio/connect',
  '/studio/connect/analytics',
  '/studio/connect/auth',
  '/studio/connect/chatbot',
  '/studio/connect/databases',
  '/studio/connect/email',
  '/studio/connect/stripe',
  '/studio/connect/webhooks',
  '/studio/connect/webhooks/received',
  '/studio/customers',
  '/studio/install',
  '/studio/mode',
  '/studio/staff',
  '/success',
  '/trust',
  '/trust-check',
  '/try',
]

const patterns = SCREEN_PATHS.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'))

/** Whether the Studio has a screen at this path, ignoring case and a trailing slash. */
export const isScreen = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
