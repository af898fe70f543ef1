/**
 * The WebAuthn library, loaded on first use. With its dependencies it takes 13 MB of memory, which an
 * installation without passkeys saves.
 */
export const webauthn = () => import('@simplewebauthn/server')
