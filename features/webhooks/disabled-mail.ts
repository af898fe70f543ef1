import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { writeLetter } from '#kernel/mail/letter.ts'
import type { WebhookKey } from './webhook-settings.ts'

const WHY = {
  gone: 'It answered 410 Gone, which means that it wants no more events.',
  failing: 'Nothing we sent there was taken for five days.',
}

/** Tells the tenant's owner that we turned a webhook off, unless it is on again. */
export async function mailDisabled(kernel: Kernel, { tenant_id, id }: WebhookKey): Promise<void> {
  const found = await kernel.database.asService('whom to tell of a webhook', (db) =>
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
        'Look at its log, mend the receiver, then turn it on again. Events from before stay in the log for 30 days and can be sent again from there.',
      ],
      button: { label: 'Open webhooks', address: `${kernel.config.publicUrl}/studio/connect/webhooks` },
      closing: ['You get this mail because the tenant is yours.'],
    }),
  })
}
