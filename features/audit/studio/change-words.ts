import type { Change } from '../endpoints.ts'

/** What an act is called on the screen. An act that is not listed is shown by its own name. */
const ACTS: Record<string, string> = {
  'tenant.created': 'Tenant created',
  'tenant.settings_changed': 'Settings changed',
  'tenant.look_changed': 'Theme changed',
  'tenant.sites_changed': 'Sites changed',
  'tenant.mode_changed': 'Payment mode changed',
  'tenant.auth_changed': 'Auth changed',
  'tenant.owner_changed': 'Owner changed',
  'tenant.key_changed': 'Public key changed',
  'payments.connected': 'Payment account connected',
  'payments.disconnected': 'Payment account disconnected',
  'product.price_changed': 'Price changed',
  'product.audience_changed': 'Who may buy changed',
  'bucket.audience_changed': 'Who may read files changed',
  'bucket.visibility_changed': 'Public access to files changed',
  'customer.banned': 'Customer banned',
  'customer.unbanned': 'Ban lifted',
  'customer.deleted': 'Customer deleted',
  'customer.email_changed': 'Customer’s email changed',
  'customer.phone_changed': 'Customer’s phone changed',
  'customer.password_changed': 'Customer’s password changed',
  'role.given': 'Role given',
  'role.taken': 'Role taken away',
  'order.refunded': 'Order refunded',
  'ticket_message.sent': 'Message sent to holders of tickets',
  'form_payment.retried': 'Refused entry tried again',
  'form_payment.discarded': 'Refused entry deleted',
  'webhook.secret_rotated': 'Webhook secret changed',
  'webhook.enabled': 'Webhook enabled',
  'webhook.disabled': 'Webhook disabled',
  'app.secret_rotated': 'App secret changed',
  'sign_in_settings.changed': 'Sign-in settings changed',
}

/** Kinds of rows whose name is not what the screens call them. */
const KINDS: Record<string, string> = {
  checkin_list: 'gate',
  checkin_device: 'check-in device',
  analytics_settings: 'settings of analytics',
  analytics_goal: 'goal of analytics',
  analytics_funnel: 'funnel of analytics',
  library_body: 'content of a library item',
  library_lesson: 'lesson of a course',
  library_module: 'module of a course',
  ticket_event: 'event',
  ticket_quota: 'seats',
  ticket_type_quota: 'seats of a ticket type',
  ticket_phase: 'price phase',
  ticket_wait: 'waiting list',
}

/** `role.created` reads `Role created`; a sign-in provider is two words. */
export function actWords(act: string): string {
  const [kind = '', ...rest] = act.split('.')
  const words = ACTS[act] ?? [KINDS[kind] ?? kind, ...rest].join(' ').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const ACTOR: Record<Change['actor_kind'], string> = {
  owner: 'Owner',
  staff: 'Staff',
  person: 'Customer',
  service: 'Service key',
  visitor: 'Visitor',
  system: 'System',
}

/** The actor's email address, or what kind of actor it was. */
export const actorWords = ({ actor_name, actor_kind }: Pick<Change, 'actor_name' | 'actor_kind'>): string =>
  actor_name || ACTOR[actor_kind]

/** The kind of an actor whose name is shown as well. */
export const actorKind = ({ actor_kind }: Pick<Change, 'actor_kind'>): string => ACTOR[actor_kind]

/** A recorded value as text: a list has a line for each part, anything else is JSON without quotes; a missing one is a dash. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join('\n') || '–'
  return JSON.stringify(value)
}

/** A column and its values, as rows of the panel. A created or deleted row has no values on one side. */
export function changedColumns({ before, after }: Pick<Change, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  return names
    .map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((column) => (before && after ? true : valueWords(column.before ?? column.after) !== '–'))
}
