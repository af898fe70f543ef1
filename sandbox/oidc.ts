// Shared `oidc-provider` setup of the two identity-provider stand-ins.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import type Provider from 'oidc-provider'
import { pageHeaders } from './page.ts'

/** A user that a developer entered on a login page. */
export interface OidcUser {
  sub: string
  email: string
  name: string
  emailVerified: boolean
  nickname?: string
}

interface Consent {
  provider: Provider
  client: { clientId: string }
  session: { accountId: string }
}

/** Creates a signing key, as a JWK Set (RFC 7517). */
export async function newKeys(): Promise<{ keys: object[] }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomBytes(6).toString('hex')
  return { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid }] }
}

/** Provider configuration shared by both stand-ins: user lookup, no consent screen, errors as JSON. */
export function peopleConfiguration(find: (sub: string) => OidcUser | undefined): object {
  return {
    async findAccount(_: unknown, sub: string) {
      const person = find(sub)
      if (!person) return undefined
      const { emailVerified: email_verified, ...claims } = person
      return { accountId: sub, claims: () => ({ ...claims, email_verified }) }
    },
    // The only client is the developer's own, so no consent is needed.
    async loadExistingGrant({ oidc: { provider, client, session } }: { oidc: Consent }) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
    async renderError(
      ctx: { type: string; body: string },
      { error, error_description }: Record<string, string>,
    ) {
      ctx.type = 'json'
      ctx.body = JSON.stringify({ error, error_description })
    },
  }
}

/** Sends a page of the sandbox. */
export async function show(response: ServerResponse, status: number, content: unknown): Promise<void> {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...pageHeaders })
  response.end(String(await content))
}

/** Maximum characters of a request body. */
const MAX_CHARACTERS = 20_000

/** Reads a request body. A longer one is cut off, and is rejected later as invalid. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part as string
    if (text.length > MAX_CHARACTERS) break
  }
  return text
}
