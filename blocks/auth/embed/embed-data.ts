import { parse } from 'hono/utils/cookie'
import { uuid } from '#kernel/contract.ts'
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import { readAddress } from '#kernel/browser/own-address.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { siteForCode } from '#kernel/listed-site.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { applicationOf } from '#services/auth/auth0/application.ts'
import { openAuth } from '#services/auth/auth.ts'
import { endUsersOf } from '#services/auth/pool.ts'
import { providersOf } from '#services/auth/providers/provider-store.ts'
import { settingsOf } from '#services/auth/settings/pool-settings.ts'
import { sessionCookieName } from '#services/auth/sessions/session-cookie.ts'
import type {
  Auth0PageData,
  AuthPageData,
  ConfirmPageData,
  ConsentPageData,
  MailLink,
  Passing,
  ReturnPageData,
  Ways,
} from './data-types.ts'

type Own<Data extends EmbedPageData> = Omit<Data, keyof EmbedPageData>

/**
 * Whether an earlier visit left a session (the page then waits for it instead of showing the form for a moment), and
 * how visitors may sign in.
 */
export async function loadAuthData(
  kernel: Kernel,
  { tenant, headers }: EmbedRequest,
): Promise<Own<AuthPageData>> {
  const name = sessionCookieName(tenant.public_key)
  return {
    restoring: Boolean(parse(headers.get('cookie') ?? '', name)[name]),
    ways: await waysOf(kernel, tenant),
  }
}

async function waysOf(kernel: Kernel, tenant: TenantCard): Promise<Ways> {
  const auth = openAuth(kernel)
  const pool = endUsersOf(tenant)
  const offered = await settingsOf(auth, pool)
  const providers = await providersOf(auth, pool)
  return {
    password: offered.email,
    signUp: !offered.disable_signup,
    emailCode: offered.email && offered.email_otp,
    passkeys: offered.passkeys,
    providers: providers
      .filter(({ enabled }) => enabled)
      .map(({ name, title }) => ({ id: name, name: title })),
  }
}

const LINKS = ['signup', 'invite', 'magiclink', 'recovery', 'email_change']

/** What clients call one of them besides. */
const SPELLINGS = new Map<string, MailLink>([['email', 'magiclink']])

/** What the mail's link carries; the token is only passed on to the page's button. */
export async function loadConfirmData(
  { config }: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Own<ConfirmPageData>> {
  const asked = url.searchParams.get('type') ?? ''
  const type = LINKS.includes(asked) ? (asked as MailLink) : (SPELLINGS.get(asked) ?? 'signup')
  return {
    passing: true,
    tokenHash: url.searchParams.get('token_hash') ?? '',
    type,
    site: siteForCode(config.publicUrl, tenant, url.searchParams.get('redirect_to')),
  }
}

/** Which provider to start with, if the tenant offers it, and where to go back to. */
export async function loadReturnData(
  kernel: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Own<ReturnPageData>> {
  const asked = url.searchParams.get('provider')
  const { providers } = asked ? await waysOf(kernel, tenant) : { providers: [] }
  const site = siteForCode(kernel.config.publicUrl, tenant, url.searchParams.get('back'))
  return {
    passing: site !== null,
    provider: providers.find(({ id }) => id === asked) ?? null,
    site,
    authorizationId: ownConsent(kernel.config.publicUrl, url.searchParams.get('back')),
  }
}

const AUTH0_STEPS = ['begin', 'finish', 'leave'] as const

/** Which step of the way to the tenant's Auth0 and back this is, and where the visitor came from. */
export async function loadAuth0Data(
  { config }: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Own<Auth0PageData>> {
  const asked = url.searchParams
  const step = asked.has('signed_out')
    ? 'left'
    : asked.has('state')
      ? 'back'
      : (AUTH0_STEPS.find((one) => one === asked.get('step')) ?? 'begin')
  return {
    step,
    // What comes back for a site is handed on to it; `finish` is for who came from no site.
    passing: step !== 'finish',
    site: siteForCode(config.publicUrl, tenant, asked.get('back')),
    authorizationId: ownConsent(config.publicUrl, asked.get('back')),
    application: auth0Of(config, tenant),
  }
}

/** Whether the address of the embedded sign-in is one that the tenant's Auth0 sent somebody back to. */
export const fromAuth0 = (tenant: TenantCard, { searchParams: told }: URL): boolean =>
  tenant.auth_provider === 'auth0' &&
  (told.has('signed_out') || (told.has('state') && (told.has('code') || told.has('error'))))

/** Where pages of this tenant may send requests to. */
export function auth0Of(config: Kernel['config'], tenant: TenantCard): Auth0PageData['application'] {
  try {
    const { address, clientId } = applicationOf(config, endUsersOf(tenant))
    return { domain: address, client_id: clientId }
  } catch {
    return null
  }
}

/** What the sign-in page knows, and which request is to be answered. */
export async function loadConsentData(kernel: Kernel, request: EmbedRequest): Promise<Own<ConsentPageData>> {
  return {
    ...(await loadAuthData(kernel, request)),
    authorizationId: request.url.searchParams.get('authorization_id') ?? '',
  }
}

/** The request that stands in an address of our own consent page; null for every other address. */
function ownConsent(publicUrl: string, asked: string | null): string | null {
  const from = readAddress(asked ?? '', publicUrl)
  if (from?.origin !== new URL(publicUrl).origin || from.pathname !== '/embed/consent') return null
  const id = from.searchParams.get('authorization_id')
  return uuid.safeParse(id).success ? id : null
}

/** The window in which a passkey is made needs nothing but its tenant. */
export const loadPasskeyData = async (): Promise<Passing> => ({ passing: true })
