import { defineErrors } from '#kernel/errors.ts'

export const webhookErrors = defineErrors({
  webhook_not_found: { status: 404, text: 'Webhook not found' },
  webhook_url_refused: { status: 400, text: 'This address cannot be used' },
  too_many_webhooks: { status: 409, text: 'A tenant has at most 5 webhooks in each mode. Remove one first.' },
  webhook_disabled: { status: 409, text: 'This webhook is off. Turn it on first.' },
})
