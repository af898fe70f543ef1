import { Auth0Client } from '@auth0/auth0-spa-js'
import { AUTH0_SETTINGS } from './settings.ts'

/** Where to go, and the nonce that the ID token has to bring back; the auth service says so. */
export interface Auth0Login {
  /** With its scheme. */
  domain: string
  client_id: string
  nonce: string
}

/** What our page keeps of itself while the window is at Auth0. */
export interface KeptPlace {
  /** A page of a site that the tenant lists, as the server found it. */
  site: { url: string; name: string } | null
  authorizationId: string | null
}

/** The address that is registered as callback and for logging out; Auth0 compares it letter for letter. */
export const signInAddress = (publicKey: string): string =>
  `${location.origin}/embed/auth?tenant=${publicKey}`

/** The official library, for one step: it keeps nothing but the transaction, in the window's own storage. */
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

/** Goes to Auth0. The library makes a nonce of its own; ours takes its place, in the address and in what it keeps. */
export async function goToAuth0(login: Auth0Login, publicKey: string, place: KeptPlace): Promise<void> {
  const client = auth0Client(login, publicKey)
  const inside = client as unknown as { _prepareAuthorizeUrl: (...asked: unknown[]) => Promise<Prepared> }
  const prepare = inside._prepareAuthorizeUrl.bind(client)
  inside._prepareAuthorizeUrl = async (...asked) => {
    const prepared = await prepare(...asked)
    const url = new URL(prepared.url)
    url.searchParams.set('nonce', login.nonce)
    return { ...prepared, nonce: login.nonce, url: url.href }
  }
  await client.loginWithRedirect({ appState: place })
}

/** Redeems what Auth0 sent back. @returns the ID token, which the server checks, and where the visitor came from */
export async function comeBack(
  application: Pick<Auth0Login, 'domain' | 'client_id'>,
  publicKey: string,
  address: string,
): Promise<{ idToken: string; place: KeptPlace | undefined }> {
  const client = auth0Client(application, publicKey)
  const { appState } = await client.handleRedirectCallback<KeptPlace>(address)
  const claims = await client.getIdTokenClaims()
  return { idToken: claims?.__raw ?? '', place: appState }
}

/** Ends the session at Auth0, which comes back to us. */
export const leaveAuth0 = (application: Pick<Auth0Login, 'domain' | 'client_id'>, publicKey: string) =>
  auth0Client(application, publicKey).logout({
    logoutParams: { returnTo: `${signInAddress(publicKey)}&signed_out=1` },
  })
