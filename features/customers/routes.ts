import { creator, endUser } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { banCustomer, deleteCustomer, signOutCustomer } from './change-customer.ts'
import * as contracts from './contract.ts'
import * as endpoints from './endpoints.ts'
import { exportCustomers, listCustomers } from './list-customers.ts'
import { readNames } from './read-names.ts'
import { exportCustomerData, exportOwnData } from './person-data.ts'
import { customerDetail } from './read-customer.ts'

/** A search by substring reads all users of a tenant. */
const READS = { points: 600, seconds: 600 }
const EXPORTS = { points: 30, seconds: 600 }
const OWN_EXPORTS = { points: 10, seconds: 600 }

export const functions: Route[] = [
  route(
    endpoints.listCustomers,
    creator,
    contracts.listCustomersContract,
    async ({ kernel, claims, input }) => {
      await kernel.limits.take('customer.list', claims.sub!, READS)
      return listCustomers(kernel, claims, input)
    },
  ),
  route(
    endpoints.exportCustomers,
    creator,
    contracts.exportCustomersContract,
    async ({ kernel, claims, input }) => {
      await kernel.limits.take('customer.export', claims.sub!, EXPORTS)
      return exportCustomers(kernel, claims, input)
    },
  ),
  route(endpoints.readNames, creator, contracts.readNamesContract, async ({ kernel, claims, input }) => {
    await kernel.limits.take('customers.names', claims.sub!, READS)
    return readNames(kernel, claims, input)
  }),
  route(endpoints.readCustomer, creator, contracts.readCustomerContract, ({ kernel, claims, input }) =>
    customerDetail(kernel, claims, input),
  ),
  route(endpoints.banCustomer, creator, contracts.banCustomerContract, ({ kernel, claims, input }) =>
    banCustomer(kernel, claims, input, input.hours),
  ),
  route(endpoints.unbanCustomer, creator, contracts.unbanCustomerContract, ({ kernel, claims, input }) =>
    banCustomer(kernel, claims, input, null),
  ),
  route(endpoints.signOutCustomer, creator, contracts.signOutCustomerContract, ({ kernel, claims, input }) =>
    signOutCustomer(kernel, claims, input),
  ),
  route(
    endpoints.exportCustomerData,
    creator,
    contracts.exportCustomerDataContract,
    async ({ kernel, claims, input }) => {
      await kernel.limits.take('customer.export', claims.sub!, EXPORTS)
      return exportCustomerData(kernel, claims, input)
    },
  ),
  route(
    endpoints.exportOwnData,
    endUser,
    contracts.exportOwnDataContract,
    async ({ kernel, claims, input }) => {
      await kernel.limits.take('person.export', claims.sub!, OWN_EXPORTS)
      return exportOwnData(kernel, claims, input)
    },
  ),
  route(endpoints.deleteCustomer, creator, contracts.deleteCustomerContract, ({ kernel, claims, input }) =>
    deleteCustomer(kernel, claims, input),
  ),
]
