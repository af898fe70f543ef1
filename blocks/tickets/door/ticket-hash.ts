/** The code of a ticket as it was meant: as `ticket-codes.ts` reads it on the server. */
const normalized = (code: string) =>
  code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')

/** SHA-256 of a typed or scanned code in hexadecimal, as the sheet stores it. */
export async function ticketHash(code: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normalized(code)))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
