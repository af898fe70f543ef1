import { Auth0Client } from '@auth0/auth0-spa-js'
import { AUTH0_SETTINGS } from './settings.ts'

/** Auth0's address and the nonce that the ID token must contain, both from the auth service. */
export interface Auth0Login {
  /** Including the scheme. */
  domain: string
  client_id: string
  nonce: string
}

/** What our page stores while the window is at Auth0. */
export interface ReturnContext {
  /** A listed page of the tenant's site, as resolved by the server. */
  site: { url: string; name: string } | null
  authorizationId: string | null
}

/** The address registered at Auth0 as callback and logout URL. Auth0 compares it character by character. */
export const signInAddress = (publicKey: string): string =>
  `${location.origin}/embed/auth?tenant=${publicKey}`

/** The official library, for one step. It stores only the transaction, in the window's session storage. */
export const auth0Client = (
  { domain, client_id }: Pick<Auth0Login, 'domain' | 'client_id'>,
  publicKey: string,
) =>
  new Auth0Client({
    domain,
    clientId: client_id,
    cacheLocation: 'memory',
    leeway: AUTH0_SETTINGS.leeway,
    httpTimeoutInSeconds: AUTH0_SETTINGS.httpTimeout,
    authorizeTimeoutInSeconds: AUTH0_SETTINGS.popupTimeout,
    sessionCheckExpiryDays: AUTH0_SETTINGS.sessionCheckDays,
    authorizationParams: { scope: AUTH0_SETTINGS.scope, redirect_uri: signInAddress(publicKey) },
  })

interface Prepared {
  nonce: string
  url: string
}

/**
 * Redirects to Auth0. The library generates its own nonce; replace it with ours, in the address and in the
 * stored transaction.
 */
export async function redirectToAuth0(
  login: Auth0Login,
  publicKey: string,
  place: ReturnContext,
): Promise<void> {
  const client = auth0Client(login, publicKey)
  const internals = client as unknown as { _prepareAuthorizeUrl: (...args: unknown[]) => Promise<Prepared> }
  const prepare = internals._prepareAuthorizeUrl.bind(client)
  internals._prepareAuthorizeUrl = async (...args) => {
    const prepared = await prepare(...args)
    const url = new URL(prepared.url)
    url.searchParams.set('nonce', login.nonce)
    return { ...prepared, nonce: login.nonce, url: url.href }
  }
  await client.loginWithRedirect({ appState: place })
}

/**
 * Redeems Auth0's response. @returns the ID token, which the server verifies, and where the visitor came from
 */
export async function redeemAuth0Response(
  application: Pick<Auth0Login, 'domain' | 'client_id'>,
  publicKey: string,
  address: string,
): Promise<{ idToken: string; place: ReturnContext | undefined }> {
  const client = auth0Client(application, publicKey)
  const { appState } = await client.handleRedirectCallback<ReturnContext>(address)
  const claims = await client.getIdTokenClaims()
  return { idToken: claims?.__raw ?? '', place: appState }
}

/** Ends the session at Auth0, which redirects back to us. */
export const signOutAtAuth0 = (application: Pick<Auth0Login, 'domain' | 'client_id'>, publicKey: string) =>
  auth0Client(application, publicKey).logout({
    logoutParams: { returnTo: `${signInAddress(publicKey)}&signed_out=1` },
  })
