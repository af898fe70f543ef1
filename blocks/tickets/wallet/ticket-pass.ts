import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PKPass } from 'passkit-generator'
import type { Language } from '#kernel/browser/languages.ts'
import type { WalletConfig } from '#kernel/wallet-config.ts'
import type { PdfEvent } from '../pdf/ticket-pdf.ts'
import { passFields, type PassTicket } from './pass-fields.ts'

/** A pass without an icon is refused. The names are Apple's, for screens of one, two and three pixels a point. */
const ICONS = ['icon.png', 'icon@2x.png', 'icon@3x.png'] as const
let icons: Promise<[string, Buffer][]> | undefined
const readIcons = () =>
  (icons ??= Promise.all(
    ICONS.map(async (name): Promise<[string, Buffer]> => [
      name,
      await readFile(new URL(`icons/${name}`, import.meta.url)),
    ]),
  ))

/** A pass of Apple Wallet for a ticket: an archive with a signed list of its files, in a language of the blocks. */
export async function ticketPass(
  event: PdfEvent,
  ticket: PassTicket,
  signer: WalletConfig,
  language: Language,
): Promise<Buffer> {
  const files = Object.fromEntries(await readIcons())
  // Signing takes some hundredths of a second of the processor: other requests get their turn.
  await nextTurn()
  const fields = JSON.stringify(passFields(event, ticket, signer, language))
  const pass = new PKPass(
    { ...files, 'pass.json': Buffer.from(fields) },
    { wwdr: signer.issuer, signerCert: signer.certificate, signerKey: signer.key },
  )
  return pass.getAsBuffer()
}
