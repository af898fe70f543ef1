// Every screen and dialog with an address: for screenshots and for checks.
import type { Viewer, World } from './world.ts'

export interface Shot {
  /** File name of the screenshot. */
  name: string
  path: string
  as: Viewer
}

/** All shots, in the order of the route table. */
export function shotsOf(world: World): Shot[] {
  const {
    bakery,
    yogaId,
    cyclesId,
    site,
    productId,
    orderId,
    planCheckoutId,
    blockIds,
    tableId,
    eventId,
    libraryIds,
  } = world
  const settings = (tab: string, tenant = bakery.id) => `/studio?dialog=settings&tenant=${tenant}&tab=${tab}`
  const visitor: Record<string, string> = {
    landing: '/',
    try: '/try',
    'try-site': `/try?site=${encodeURIComponent(site)}`,
    trust: '/trust',
    'trust-check': '/trust-check',
    playground: '/playground',
    'playground-auth': '/playground?block=auth&device=mobile',
    'playground-live': `/playground?mode=live&pk=${bakery.public_key}`,
    auth: '/auth',
    'auth-sign-up': '/auth?mode=sign-up',
    gate: '/bolt',
    pricing: '/pricing',
    'not-found': '/no/such/page',
  }
  const seller: Record<string, string> = {
    studio: '/studio',
    'studio-create': '/studio?dialog=create',
    'studio-embed': `/studio?dialog=embed&tenant=${bakery.id}`,
    'studio-theme': `/studio?dialog=theme&tenant=${bakery.id}`,
    'studio-theme-own': `/studio?dialog=theme&tenant=${cyclesId}`,
    'studio-connect-dialog': `/studio?dialog=connect&tenant=${bakery.id}`,
    'settings-general': settings('general'),
    'settings-auth': settings('auth'),
    'settings-auth0': settings('auth', yogaId),
    'auth0-create': `${settings('auth')}&auth0=1`,
    'auth0-addresses': `${settings('auth')}&auth0=2`,
    'auth0-credentials': `${settings('auth')}&auth0=3`,
    'auth0-test': `${settings('auth')}&auth0=4`,
    'settings-payments': settings('payments'),
    'settings-products': settings('products'),
    'settings-product': `${settings('products')}&product=${productId}`,
    'settings-product-new': `${settings('products')}&product=new`,
    'studio-order': `/studio?order=${orderId}`,
    account: '/studio/account',
    connect: '/studio/connect',
    'connect-stripe': '/studio/connect/stripe',
    'connect-auth': '/studio/connect/auth',
    'connect-chatbot': '/studio/connect/chatbot',
    'connect-webhooks': '/studio/connect/webhooks',
    'connect-webhooks-new': '/studio/connect/webhooks?new=test',
    'connect-webhooks-received': '/studio/connect/webhooks/received',
    'connect-email': '/studio/connect/email',
    'connect-analytics': '/studio/connect/analytics',
    'connect-databases': '/studio/connect/databases',
    audit: `/studio/audit?tenant=${bakery.id}`,
    customers: `/studio/customers?tenant=${bakery.id}`,
    'customers-empty': `/studio/customers?tenant=${cyclesId}`,
    'orders-empty': `/bolt/payments/orders?tenant=${cyclesId}`,
    staff: `/studio/staff?tenant=${bakery.id}`,
    install: `/studio/install?tenant=${bakery.id}`,
    'install-check': `/studio/install?tenant=${bakery.id}&url=${encodeURIComponent(site)}`,
    'install-wix': `/studio/install?on=wix&tenant=${bakery.id}`,
    blocks: '/bolt/blocks',
    'blocks-add': '/bolt/blocks?add=auth',
    'sign-in-roles': `/bolt/sign-in/roles?tenant=${bakery.id}`,
    'sign-in-methods': `/bolt/sign-in/methods?tenant=${bakery.id}`,
    payments: `/bolt/payments?tenant=${bakery.id}`,
    tables: `/bolt/tables?tenant=${bakery.id}`,
    'tables-empty': `/bolt/tables?tenant=${cyclesId}`,
    'tables-new': `/bolt/tables?new=booking-request&tenant=${bakery.id}`,
    'table-rows': `/bolt/tables?table=${tableId}&tenant=${bakery.id}`,
    'table-fields': `/bolt/tables?field=all&table=${tableId}&tenant=${bakery.id}`,
    'table-form': `/bolt/tables/form?table=${tableId}&tenant=${bakery.id}`,
    'table-access': `/bolt/tables/access?table=${tableId}&tenant=${bakery.id}`,
    'table-embed': `/bolt/tables/embed?table=${tableId}&tenant=${bakery.id}`,
    files: `/bolt/tables/files?tenant=${bakery.id}`,
    'files-empty': `/bolt/tables/files?tenant=${cyclesId}`,
    'files-new': `/bolt/tables/files?new=bucket&tenant=${bakery.id}`,
    'files-bucket': `/bolt/tables/files?bucket=minutes&tenant=${bakery.id}`,
    tickets: `/bolt/tickets?tenant=${bakery.id}`,
    'tickets-empty': `/bolt/tickets?tenant=${cyclesId}`,
    'tickets-new': `/bolt/tickets?event=new&tenant=${bakery.id}`,
    'ticket-event': `/bolt/tickets?event=${eventId}&tenant=${bakery.id}`,
    'ticket-sales': `/bolt/tickets?event=${eventId}&part=sales&tenant=${bakery.id}`,
    'ticket-codes': `/bolt/tickets?event=${eventId}&part=codes&tenant=${bakery.id}`,
    'ticket-dates': `/bolt/tickets?event=${eventId}&part=dates&tenant=${bakery.id}`,
    attendees: `/bolt/tickets/attendees?tenant=${bakery.id}`,
    'ticket-messages': `/bolt/tickets/messages?tenant=${bakery.id}`,
    gates: `/bolt/tickets/check-in?event=${eventId}&tenant=${bakery.id}`,
    'ticket-embed': `/bolt/tickets/embed?tenant=${bakery.id}`,
    assistant: `/bolt/assistant?tenant=${bakery.id}`,
    'assistant-embed': `/bolt/assistant/embed?tenant=${bakery.id}`,
    library: `/bolt/library?tenant=${bakery.id}`,
    'library-empty': `/bolt/library?tenant=${cyclesId}`,
    'library-new': `/bolt/library?item=new&kind=video&tenant=${bakery.id}`,
    'library-article': `/bolt/library?item=${libraryIds.article}&tenant=${bakery.id}`,
    'library-video': `/bolt/library?item=${libraryIds.video}&tenant=${bakery.id}`,
    'library-course': `/bolt/library?item=${libraryIds.course}&tenant=${bakery.id}`,
    'library-lessons': `/bolt/library?item=${libraryIds.course}&part=lessons&tenant=${bakery.id}`,
    'library-embed': `/bolt/library/embed?tenant=${bakery.id}`,
    'payments-embed': `/bolt/payments/embed?tenant=${bakery.id}`,
    'block-text': `/bolt/blocks/${blockIds.text}`,
    'block-access': `/bolt/blocks/${blockIds.profile}?tab=access`,
    'block-settings': `/bolt/blocks/${blockIds.pricing}?tab=settings`,
    'block-missing': '/bolt/blocks/00000000-0000-7000-8000-000000000000',
    'pricing-manage': '/bolt/pricing?manage=1',
    'bolt-billing': '/bolt/billing',
    'billing-cancel': '/studio/billing?cancel',
  }
  const newcomer: Record<string, string> = {
    'newcomer-studio': '/studio',
    'newcomer-connect': '/studio/connect/stripe',
    'newcomer-onboarding': '/bolt/onboarding',
    'newcomer-wizard': '/bolt/studio/onboarding',
    'newcomer-pricing': '/bolt/pricing',
    'newcomer-billing': '/bolt/billing',
    'newcomer-home': '/home',
    // Without a plan, the page waits; with one, it opens the Studio.
    success: '/success',
  }
  const subscriber: Record<string, string> = {
    'billing-ok': `/studio/billing?ok&session_id=${planCheckoutId}`,
    'subscriber-billing': '/bolt/billing',
  }
  const staff: Record<string, string> = {
    'staff-pricing': '/bolt/pricing',
    'staff-stripe': '/bolt/admin/stripe',
  }
  const all: [Viewer, Record<string, string>][] = [
    ['visitor', visitor],
    ['seller', seller],
    ['newcomer', newcomer],
    ['subscriber', subscriber],
    ['staff', staff],
  ]
  return all.flatMap(([as, paths]) => Object.entries(paths).map(([name, path]) => ({ name, path, as })))
}
