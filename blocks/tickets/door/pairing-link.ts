/** What a hand-out link contains. It is in the fragment, which browsers send to no server and no preview of a messenger. */
export interface PairingLink {
  publicKey: string
  code: string
}

const FRAGMENT = /#(pk_\w+)\/([\w-]+)$/

/** Reads a link, or its fragment. Undefined if it is none. */
export function readPairingLink(text: string): PairingLink | undefined {
  const [, publicKey, code] = FRAGMENT.exec(text.trim()) ?? []
  return publicKey && code ? { publicKey, code } : undefined
}
