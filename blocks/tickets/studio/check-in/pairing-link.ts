/**
 * The link of a new device, as the check-in page reads it (`door/pairing-link.ts`). The code is in the fragment, so that no log
 * of a server has it.
 */
export const pairingLink = (url: string, publicKey: string, pairing: string): string =>
  `${url}/check-in/#${publicKey}/${pairing}`
