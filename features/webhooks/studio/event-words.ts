import type { EventType } from '../contract.ts'

/** What each event tells of, in the order of the form. */
export const EVENT_WORDS: Record<EventType, string> = {
  'order.paid': 'A payment for an order arrived',
  'order.refunded': 'Money of an order went back, all or a part',
  'subscription.updated': 'A customer’s subscription began, changed or ended',
  'end_user.created': 'Somebody signed up on your site',
  'product.updated': 'A product was added, changed or deleted',
  'payments.connected': 'A payment account was connected',
  'payments.disconnected': 'A payment account was disconnected',
}

export const ALL_EVENTS = Object.keys(EVENT_WORDS) as EventType[]
