import { authErrors } from './errors.ts'

type Refusal = keyof typeof authErrors

/**
 * Paths of the protocol that this server does not answer yet, with the refusal that the official client understands.
 * A path leaves this list on the day it is built.
 */
export const notOffered: [method: string, path: string, refusal: Refusal][] = [
  ['GET', '/reauthenticate', 'not_offered'],
  ['POST', '/invite', 'not_offered'],
  ['GET', '/authorize', 'provider_disabled'],
  ['GET', '/callback', 'provider_disabled'],
  ['POST', '/callback', 'provider_disabled'],
  ['GET', '/user/identities/authorize', 'manual_linking_disabled'],
  ['DELETE', '/user/identities/:id', 'manual_linking_disabled'],
  ['POST', '/sso', 'saml_provider_disabled'],
  ['POST', '/admin/generate_link', 'not_offered'],
]

/** Grants of POST /token that are not offered. */
export const grantsNotOffered: Record<string, Refusal> = {
  id_token: 'provider_disabled',
}
