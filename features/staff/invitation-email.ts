import type { StaffRole } from '#kernel/browser/staff-rights.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import { shownName } from '#kernel/contract.ts'

const MAY: Record<StaffRole, string> = {
  admin: 'As an admin you manage its content, customers, orders, settings and staff.',
  editor: 'As an editor you manage what visitors see: products, files and the theme.',
  support: 'As support you help its customers and manage orders and refunds.',
  door: 'As door staff you check guests in.',
}

/** Sends the link that makes its recipient a member of the staff. */
export async function mailInvitation(
  kernel: Kernel,
  invitation: { email: string; role: StaffRole; tenant: string; from: string; token: string },
): Promise<void> {
  const tenant = shownName(invitation.tenant)
  await kernel.mail.send({
    to: invitation.email,
    ...writeLetter({
      subject: `Work on ${tenant} in Bolt Blocks`,
      brand: 'Bolt Blocks',
      lines: [
        `${invitation.from || 'The owner'} invites you to the staff of ${tenant}.`,
        MAY[invitation.role],
        `Sign in or sign up with this address, ${invitation.email}, to accept.`,
      ],
      button: {
        label: 'View the invitation',
        address: `${kernel.config.publicUrl}/invitation?token=${invitation.token}`,
      },
      closing: [
        'The link is valid for 7 days, once, and only for you.',
        'If you do not know the sender, ignore this email. Nothing happens without your consent.',
      ],
    }),
  })
}
