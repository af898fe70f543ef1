import * as invoices from '../invoices/invoice-calls.ts'
import * as methods from '../payment-methods/payment-method-calls.ts'
import * as subscriptions from '../subscriptions/subscription-calls.ts'
import * as configurations from '../portal/portal-configurations.ts'
import { createPortalSession } from '../portal/portal-sessions.ts'
import { createSubscription } from '../subscriptions/subscription-create.ts'
import { updateSubscription } from '../subscriptions/subscription-update.ts'
import * as clocks from '../time/test-clocks.ts'
import { createAccountLinkV1, createAccountLinkV2 } from '../objects/account-links.ts'
import * as accounts from '../objects/accounts.ts'
import { listCharges, retrieveCharge } from '../objects/charges.ts'
import * as sessions from '../objects/checkout-sessions.ts'
import type { Session, SessionHidden } from '../objects/checkout-sessions.ts'
import * as customers from '../objects/customers.ts'
import { createDestination, deleteDestination, listDestinations } from '../objects/event-destinations.ts'
import { listEvents, retrieveEvent, retrieveThinEvent } from '../objects/events.ts'
import * as intents from '../objects/payment-intents.ts'
import { deauthorize, exchangeCode } from '../objects/oauth.ts'
import { createLoginLink } from '../objects/login-links.ts'
import * as prices from '../objects/prices.ts'
import * as products from '../objects/products.ts'
import { createRefund, listRefunds, retrieveRefund } from '../objects/refunds.ts'
import { listApplicationFees, retrieveBalance } from '../objects/balance.ts'
import * as disputes from '../objects/disputes.ts'
import * as endpoints from '../webhooks/endpoints.ts'
import type { Call } from '../world.ts'
import type { Includes } from './expand.ts'

/** Each handler declares its own parameter type, because parameters are validated before. */
type Handler = (call: Call<never>) => object

const table: Record<string, Handler> = {
  'accountLinks.create': createAccountLinkV1,
  'accounts.create': accounts.createAccountV1,
  'accounts.createLoginLink': createLoginLink,
  'accounts.del': accounts.deleteAccount,
  'accounts.list': accounts.listAccounts,
  'accounts.retrieve': accounts.retrieveAccountV1,
  'accounts.update': accounts.updateAccountV1,
  'applicationFees.list': listApplicationFees,
  'balance.retrieve': retrieveBalance,
  'billingPortal.configurations.create': configurations.createConfiguration,
  'billingPortal.configurations.list': configurations.listConfigurations,
  'billingPortal.configurations.retrieve': configurations.retrieveConfiguration,
  'billingPortal.configurations.update': configurations.updateConfiguration,
  'billingPortal.sessions.create': createPortalSession,
  'charges.list': listCharges,
  'charges.retrieve': retrieveCharge,
  'checkout.sessions.create': sessions.createSession,
  'checkout.sessions.expire': sessions.expireSession,
  'checkout.sessions.list': sessions.listSessions,
  'checkout.sessions.listLineItems': sessions.listSessionLines,
  'checkout.sessions.retrieve': sessions.retrieveSession,
  'customers.create': customers.createCustomer,
  'customers.del': customers.deleteCustomer,
  'customers.list': customers.listCustomers,
  'customers.listPaymentMethods': methods.listPaymentMethods,
  'customers.retrieve': customers.retrieveCustomer,
  'customers.update': customers.updateCustomer,
  'disputes.close': disputes.closeDispute,
  'disputes.list': disputes.listDisputes,
  'disputes.retrieve': disputes.retrieveDispute,
  'disputes.update': disputes.updateDispute,
  'events.list': listEvents,
  'events.retrieve': retrieveEvent,
  'oauth.deauthorize': deauthorize,
  'oauth.token': exchangeCode,
  'invoicePayments.list': invoices.listInvoicePayments,
  'invoices.list': invoices.listInvoices,
  'invoices.pay': invoices.payInvoiceNow,
  'invoices.retrieve': invoices.retrieveInvoice,
  'invoices.voidInvoice': invoices.voidInvoiceNow,
  'paymentIntents.confirm': intents.confirmPaymentIntent,
  'paymentIntents.create': intents.createPaymentIntent,
  'paymentIntents.list': intents.listPaymentIntents,
  'paymentIntents.retrieve': intents.retrievePaymentIntent,
  'paymentMethods.attach': methods.attachPaymentMethod,
  'paymentMethods.create': methods.createPaymentMethod,
  'paymentMethods.detach': methods.detachPaymentMethod,
  'paymentMethods.list': methods.listPaymentMethods,
  'paymentMethods.retrieve': methods.retrievePaymentMethod,
  'prices.create': prices.createPrice,
  'prices.list': prices.listPrices,
  'prices.retrieve': prices.retrievePrice,
  'prices.update': prices.updatePrice,
  'products.create': products.createProduct,
  'products.list': products.listProducts,
  'products.retrieve': products.retrieveProduct,
  'products.update': products.updateProduct,
  'refunds.create': createRefund,
  'refunds.list': listRefunds,
  'refunds.retrieve': retrieveRefund,
  'subscriptions.cancel': subscriptions.cancelSubscription,
  'subscriptions.create': createSubscription,
  'subscriptions.list': subscriptions.listSubscriptions,
  'subscriptions.resume': subscriptions.resumeSubscription,
  'subscriptions.retrieve': subscriptions.retrieveSubscription,
  'subscriptions.update': updateSubscription,
  'testHelpers.testClocks.advance': clocks.advanceTestClock,
  'testHelpers.testClocks.create': clocks.createTestClock,
  'testHelpers.testClocks.del': clocks.deleteTestClock,
  'testHelpers.testClocks.list': clocks.listTestClocks,
  'testHelpers.testClocks.retrieve': clocks.retrieveTestClock,
  'v2.core.accountLinks.create': createAccountLinkV2,
  'v2.core.accounts.close': accounts.closeAccountV2,
  'v2.core.accounts.create': accounts.createAccountV2,
  'v2.core.accounts.retrieve': accounts.retrieveAccountV2,
  'v2.core.eventDestinations.create': createDestination,
  'v2.core.eventDestinations.del': deleteDestination,
  'v2.core.eventDestinations.list': listDestinations,
  'v2.core.events.retrieve': retrieveThinEvent,
  'webhookEndpoints.create': endpoints.createEndpoint,
  'webhookEndpoints.del': endpoints.deleteEndpoint,
  'webhookEndpoints.list': endpoints.listEndpoints,
  'webhookEndpoints.retrieve': endpoints.retrieveEndpoint,
  'webhookEndpoints.update': endpoints.updateEndpoint,
}

/** Supported operations by SDK call path. Other operations of the contract return 501. */
export const handlers = table as Record<string, ((call: Call) => object) | undefined>

/** Lists that `expand[]` can include in an object. */
export const includes: Includes = {
  'invoice.payments': invoices.paymentsInside,
  'checkout.session.line_items': ({ world, scope }, object) => {
    const { id, hidden } = world.objects.get<Session, SessionHidden>(
      'checkout.session',
      scope,
      String(object['id']),
    )
    return sessions.linesOf(id, hidden)
  },
}
