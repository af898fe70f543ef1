/** At these domains dots in the name do not matter (support.google.com/mail/answer/7436150). */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that receives emails to an address, as far as the spelling shows: in lower case, without `+tag`, and for Gmail
 * without dots. Use it only to count emails. At other providers two spellings may be two people, who then
 * merely share a limit.
 */
export function mailboxOf(address: string): string {
  const email = address.toLowerCase()
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const untagged = email.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return DOTLESS.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
