import type { Kernel } from '#kernel/kernel.ts'
import { shownName } from '#kernel/contract.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import { sendOrQueue } from '#kernel/mail/unsent-mail.ts'

/** Hours for which an unavailable email server is tried again: the news stays true. */
const USEFUL_SECONDS = 72 * 3600

/** Tells a member of the staff that they can become the owner. An offer is open for seven days, so an hour later is not too late. */
export function mailOwnershipOffered(
  kernel: Kernel,
  offered: { to: string; tenant: string; owner: string },
): void {
  const tenant = shownName(offered.tenant)
  const letter = writeLetter({
    subject: `Take over ${tenant} in Bolt Blocks`,
    brand: 'Bolt Blocks',
    lines: [
      `${shownName(offered.owner)} offers you the ownership of ${tenant}.`,
      'As the owner you provide its plan, manage its payments and are the only one who can delete it. The former owner becomes an admin.',
      `Sign in with this address, ${offered.to}, to accept or decline.`,
    ],
    button: { label: 'View the offer', address: `${kernel.config.publicUrl}/studio` },
    closing: ['The offer is open for 7 days. If you ignore it, nothing changes.'],
  })
  sendOrQueue(kernel, { to: offered.to, ...letter }, USEFUL_SECONDS).catch((error: unknown) =>
    kernel.log.error({ error: String(error) }, 'the email about an offer was neither sent nor queued'),
  )
}

/** Tells the former owner of a tenant that it has a new one. The caller does not wait for the email server. */
export function mailOwnershipMoved(
  kernel: Kernel,
  moved: { to: string; tenant: string; owner: string },
): void {
  const tenant = shownName(moved.tenant)
  const letter = writeLetter({
    subject: `${tenant} has a new owner`,
    brand: 'Bolt Blocks',
    lines: [
      `${shownName(moved.owner)} accepted the ownership of ${tenant}. Plan, payments and deletion are theirs now.`,
      'You are an admin of it: you manage its content, customers, orders, settings and staff.',
    ],
    button: { label: 'Open the Studio', address: `${kernel.config.publicUrl}/studio` },
    closing: ['If you did not offer it to them, change your password and contact support at once.'],
  })
  sendOrQueue(kernel, { to: moved.to, ...letter }, USEFUL_SECONDS).catch((error: unknown) =>
    kernel.log.error({ error: String(error) }, 'the email about a new owner was neither sent nor queued'),
  )
}
