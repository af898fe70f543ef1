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
  InvitationPageData,
  MailLink,
  Passing,
  ReturnPageData,
  SignInMethods,
} from './data-types.ts'

type Own<Data extends EmbedPageData> = Omit<Data, keyof EmbedPageData>

/**
 * Loads whether an earlier visit left a session (the page then waits for it instead of flashing the form),
 * and how visitors may sign in.
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

async function waysOf(kernel: Kernel, tenant: TenantCard): Promise<SignInMethods> {
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

/** Another name that clients use for one of them. */
const SPELLINGS = new Map<string, MailLink>([['email', 'magiclink']])

/** Reads the link's parameters. The token is only passed on to the page's button. */
export async function loadConfirmData(
  { config }: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Own<ConfirmPageData>> {
  const requested = url.searchParams.get('type') ?? ''
  const type = LINKS.includes(requested) ? (requested as MailLink) : (SPELLINGS.get(requested) ?? 'signup')
  return {
    passing: true,
    tokenHash: url.searchParams.get('token_hash') ?? '',
    type,
    site: siteForCode(config.publicUrl, tenant, url.searchParams.get('redirect_to')),
  }
}

/** Reads which provider to start with, if the tenant offers it, and where to return. */
export async function loadReturnData(
  kernel: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Own<ReturnPageData>> {
  const requested = url.searchParams.get('provider')
  const { providers } = requested ? await waysOf(kernel, tenant) : { providers: [] }
  const site = siteForCode(kernel.config.publicUrl, tenant, url.searchParams.get('back'))
  return {
    passing: site !== null,
    provider: providers.find(({ id }) => id === requested) ?? null,
    site,
    authorizationId: ownConsent(kernel.config.publicUrl, url.searchParams.get('back')),
  }
}

const AUTH0_STEPS = ['begin', 'finish', 'leave'] as const

/** Reads the step of the round trip to the tenant's Auth0, and which site the visitor came from. */
export async function loadAuth0Data(
  { config }: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Own<Auth0PageData>> {
  const requested = url.searchParams
  const step = requested.has('signed_out')
    ? 'left'
    : requested.has('state')
      ? 'back'
      : (AUTH0_STEPS.find((one) => one === requested.get('step')) ?? 'begin')
  return {
    step,
    // A session for a site is handed on to that site; `finish` serves visitors who came from no site.
    passing: step !== 'finish',
    site: siteForCode(config.publicUrl, tenant, requested.get('back')),
    authorizationId: ownConsent(config.publicUrl, requested.get('back')),
    application: auth0Of(config, tenant),
  }
}

/** Whether the tenant's Auth0 redirected the visitor to this address of the embedded sign-in. */
export const fromAuth0 = (tenant: TenantCard, { searchParams: params }: URL): boolean =>
  tenant.auth_provider === 'auth0' &&
  (params.has('signed_out') || (params.has('state') && (params.has('code') || params.has('error'))))

/** The tenant's Auth0 application, or null. Its domain is the only one these pages may send requests to. */
export function auth0Of(config: Kernel['config'], tenant: TenantCard): Auth0PageData['application'] {
  try {
    const { address, clientId } = applicationOf(config, endUsersOf(tenant))
    return { domain: address, client_id: clientId }
  } catch {
    return null
  }
}

/** The data of the sign-in page, plus the ID of the request to decide. */
export async function loadConsentData(kernel: Kernel, request: EmbedRequest): Promise<Own<ConsentPageData>> {
  return {
    ...(await loadAuthData(kernel, request)),
    authorizationId: request.url.searchParams.get('authorization_id') ?? '',
  }
}

/** The data of the sign-in page, plus the link's secret and the site to return to. */
export async function loadInvitationData(
  kernel: Kernel,
  request: EmbedRequest,
): Promise<Own<InvitationPageData>> {
  const { searchParams } = request.url
  return {
    ...(await loadAuthData(kernel, request)),
    secret: searchParams.get('invitation') ?? '',
    site: siteForCode(kernel.config.publicUrl, request.tenant, searchParams.get('redirect_to')),
  }
}

/** ID of the request in an address of our own consent page; null for every other address. */
function ownConsent(publicUrl: string, requested: string | null): string | null {
  const from = readAddress(requested ?? '', publicUrl)
  if (from?.origin !== new URL(publicUrl).origin || from.pathname !== '/embed/consent') return null
  const id = from.searchParams.get('authorization_id')
  return uuid.safeParse(id).success ? id : null
}

/** The window that creates a passkey needs only its tenant. */
export const loadPasskeyData = async (): Promise<Passing> => ({ passing: true })
