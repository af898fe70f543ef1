import { authErrors } from './errors.ts'

type Refusal = keyof typeof authErrors

/**
 * Paths of the protocol that this server does not answer yet, with the refusal that the official client understands.
 * A path leaves this list on the day it is built.
 */
export const notOffered: [method: string, path: string, refusal: Refusal][] = [
  ['POST', '/sso', 'saml_provider_disabled'],
]
