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

/** A new key to sign with, as a set (RFC 7517). */
export async function newKeys(): Promise<{ keys: object[] }> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = randomBytes(6).toString('hex')
  return { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid }] }
}

/** The part of a provider's configuration about people: who they are, that nobody is asked for consent, errors as JSON. */
export function peopleConfiguration(find: (sub: string) => OidcUser | undefined): object {
  return {
    async findAccount(_: unknown, sub: string) {
      const person = find(sub)
      if (!person) return undefined
      const { emailVerified: email_verified, ...claims } = person
      return { accountId: sub, claims: () => ({ ...claims, email_verified }) }
    },
    // The application is the developer's own.
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

/** Answers with a page of the sandbox. */
export async function show(response: ServerResponse, status: number, content: unknown): Promise<void> {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...pageHeaders })
  response.end(String(await content))
}

/** Characters of a form, or of a token request. */
const MOST = 20_000

/** Text of a request; of one that is longer a beginning, which fits nothing. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part as string
    if (text.length > MOST) break
  }
  return text
}
