import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import type { WebhookKey } from './webhook-settings.ts'

const WHY = {
  gone: 'It returned 410 Gone, which means that it does not want any more events.',
  failing: 'Every delivery failed for five days.',
}

/** Notifies the tenant's owner that a webhook was turned off, unless it is on again. */
export async function mailDisabled(kernel: Kernel, { tenant_id, id }: WebhookKey): Promise<void> {
  const found = await kernel.database.asService('job: find the owner of a webhook', (db) =>
    db
      .selectFrom('app.webhook_endpoints as w')
      .innerJoin('tenants as t', 't.id', 'w.tenant_id')
      .innerJoin('auth.users as u', 'u.id', 't.owner_user_id')
      .select(['w.url', 'w.mode', 'w.disabled_by', 't.name', 'u.email'])
      .where('w.tenant_id', '=', tenant_id)
      .where('w.id', '=', id)
      .where('w.disabled_by', 'in', ['gone', 'failing'])
      .where('u.pool_id', '=', PLATFORM_POOL)
      .executeTakeFirst(),
  )
  if (!found?.email) return
  await kernel.mail.send({
    to: found.email,
    ...writeLetter({
      subject: `A webhook of ${found.name} was turned off`,
      brand: 'Bolt Blocks',
      lines: [
        `We turned off the ${found.mode} webhook of ${found.name} that goes to ${found.url}.`,
        WHY[found.disabled_by as keyof typeof WHY],
        'Check its log, fix the receiver, then turn it on again. Past events stay in the log for 30 days, and you can resend them from there.',
      ],
      button: { label: 'Open webhooks', address: `${kernel.config.publicUrl}/studio/connect/webhooks` },
      closing: ['You get this email because you own the tenant.'],
    }),
  })
}
