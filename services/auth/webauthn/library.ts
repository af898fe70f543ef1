/**
 * The library of the ceremonies, loaded with the first of them: with what it needs it takes 13 MB of memory, which an
 * installation where nobody has a passkey keeps.
 */
export const webauthn = () => import('@simplewebauthn/server')
