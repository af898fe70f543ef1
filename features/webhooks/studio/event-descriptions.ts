import type { EventType } from '../contract.ts'

/** Descriptions of the events, in the order of the form. */
export const EVENT_DESCRIPTIONS: Record<EventType, string> = {
  'order.paid': 'An order was paid',
  'order.refunded': 'An order was refunded, in full or in part',
  'subscription.updated': 'A customer’s subscription started, changed or ended',
  'end_user.created': 'A visitor signed up on your site',
  'end_user.roles_changed': 'A customer got or lost a role',
  'end_user.deleted': 'A customer’s account was deleted, by you or by the customer',
  'product.updated': 'A product was added, changed or deleted',
  'payments.connected': 'A payment account was connected',
  'payments.disconnected': 'A payment account was disconnected',
  'team.created': 'A team was created',
  'team.deleted': 'A team was deleted',
  'team.member_added': 'A customer joined a team',
  'team.member_changed': 'A member of a team became an admin, or is no longer one',
  'team.member_removed': 'A customer left a team, or was removed',
  'form.submitted': 'A visitor sent a form',
  'record.created': 'A row was added to one of your tables',
  'record.updated': 'A row of one of your tables was changed',
  'record.deleted': 'A row of one of your tables was deleted',
  'records.changed':
    'More than 20 rows of a table were added, changed or deleted at once, such as by an import',
  'ticket.issued': 'A ticket was bought, or you gave one',
  'ticket.transferred': 'A ticket was given to someone else',
  'ticket.ended': 'A ticket was canceled or refunded',
  'ticket.checked_in': 'A ticket was admitted at the door',
}

export const ALL_EVENTS = Object.keys(EVENT_DESCRIPTIONS) as EventType[]
