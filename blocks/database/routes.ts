import type { Endpoint } from '#kernel/browser/endpoint.ts'
import { creator, endUser, visitor } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { addressKey } from '#kernel/limits.ts'
import type { Unit } from '#kernel/unit.ts'
import { changeSent, readSent } from './change-sent.ts'
import * as contracts from './contract.ts'
import { loadFormData, loadListData } from './embed/embed-data.ts'
import type { FormPageData, ListPageData } from './embed/data-types.ts'
import { titles } from './embed/texts/spoken.ts'
import * as endpoints from './endpoints.ts'
import * as studio from './endpoints-studio.ts'
import { discardPayment, listPayments, retryPayment } from './entry-payments.ts'
import { finishPaid } from './finish-paid.ts'
import { forgetUnpaid } from './forget-unpaid.ts'
import { prepareFormUpload } from './form-files.ts'
import { payForm, readFormPayment } from './form-payments.ts'
import * as forms from './forms.ts'
import { changeRow, deleteRow } from './list-changes.ts'
import * as listContracts from './list-contract.ts'
import { readOneRow, readRows, withList } from './list-rows.ts'
import * as lists from './lists.ts'
import { FILES, TABS } from './studio/tabs.ts'
import { enterForm, submitForm } from './submissions.ts'

export { letters } from './letters.ts'

/** A visitor who types a search reads with each pause. */
const READS_PER_ADDRESS = { points: 600, seconds: 600 }

export const functions: Route[] = [
  route(studio.listForms, creator, contracts.listFormsContract, ({ kernel, claims, input }) =>
    forms.listForms(kernel, claims, input.tenantId),
  ),
  route(studio.createForm, creator, contracts.createFormContract, ({ kernel, claims, input }) =>
    forms.createForm(kernel, claims, input),
  ),
  route(studio.changeForm, creator, contracts.changeFormContract, ({ kernel, claims, input }) =>
    forms.changeForm(kernel, claims, input),
  ),
  route(studio.deleteForm, creator, contracts.deleteFormContract, async ({ kernel, claims, input }) => {
    await forms.deleteForm(kernel, claims, input)
    return { deleted: true as const }
  }),
  route(studio.listPayments, creator, contracts.listPaymentsContract, async ({ kernel, claims, input }) => ({
    payments: await listPayments(kernel, claims, input),
  })),
  route(studio.retryPayment, creator, contracts.retryPaymentContract, ({ kernel, claims, input }) =>
    retryPayment(kernel, claims, input),
  ),
  route(
    studio.discardPayment,
    creator,
    contracts.discardPaymentContract,
    async ({ kernel, claims, input }) => {
      await discardPayment(kernel, claims, input)
      return { deleted: true as const }
    },
  ),
  route(endpoints.enterForm, visitor, contracts.enterFormContract, enterForm),
  route(endpoints.submitForm, visitor, contracts.submitFormContract, submitForm),
  route(endpoints.prepareFormUpload, visitor, contracts.prepareFormUploadContract, prepareFormUpload),
  route(endpoints.payForm, visitor, contracts.payFormContract, payForm),
  route(endpoints.readFormPayment, visitor, contracts.readFormPaymentContract, readFormPayment),
  route(endpoints.readSent, visitor, contracts.readSentContract, readSent),
  route(endpoints.changeSent, visitor, contracts.changeSentContract, changeSent),
  route(studio.listViews, creator, listContracts.listViewsContract, ({ kernel, claims, input }) =>
    lists.listViews(kernel, claims, input.tenantId),
  ),
  route(studio.createView, creator, listContracts.createViewContract, ({ kernel, claims, input }) =>
    lists.createView(kernel, claims, input),
  ),
  route(studio.changeView, creator, listContracts.changeViewContract, ({ kernel, claims, input }) =>
    lists.changeView(kernel, claims, input),
  ),
  route(studio.deleteView, creator, listContracts.deleteViewContract, async ({ kernel, claims, input }) => {
    await lists.deleteView(kernel, claims, input)
    return { deleted: true as const }
  }),
  route(
    endpoints.readList,
    visitor,
    listContracts.readListContract,
    async ({ kernel, claims, input, clientIp }) => {
      await kernel.limits.take('list.read', addressKey(clientIp), READS_PER_ADDRESS)
      const { list: id, ...query } = input
      return withList(kernel, claims, id, (list) => readRows(kernel, claims, list, query))
    },
  ),
  route(
    endpoints.readRow,
    visitor,
    listContracts.readRowContract,
    async ({ kernel, claims, input, clientIp }) => {
      await kernel.limits.take('list.read', addressKey(clientIp), READS_PER_ADDRESS)
      return withList(kernel, claims, input.list, (list) => readOneRow(kernel, claims, list, input.row))
    },
  ),
  route(endpoints.changeRow, endUser, listContracts.changeRowContract, changeRow),
  route(endpoints.deleteRow, endUser, listContracts.deleteRowContract, async (c) => {
    await deleteRow(c)
    return { deleted: true as const }
  }),
]

export const jobs = {
  'form-paid': (kernel, of: { tenant_id: string; tied_id: string }) =>
    finishPaid(kernel, of.tenant_id, of.tied_id),
  'form-unpaid': (kernel) => forgetUnpaid(kernel),
} satisfies Unit['jobs']
export const schedules = { 'form-unpaid': '41 * * * *' } satisfies Unit['schedules']

export const screenPaths = [...TABS, FILES].map(({ path }) => path)

const title = await titles()

const nameOf = <I, O>({ method, path }: Endpoint<I, O>) => `${method} ${path}`

const list: NonNullable<Unit['embedPages']>[string] = {
  title: title((texts) => texts.list.title),
  // An entry with its own address is a page of its own.
  titleOf: ({ list: shown, opened }: ListPageData) => {
    const heading = opened?.values[shown?.details?.[0]?.id ?? '']
    return typeof heading === 'string' ? `${heading} · ${shown!.title}` : shown?.title
  },
  shownBy: ({ list: shown }: ListPageData) => (shown?.layout === 'calendar' ? 'calendar' : 'list'),
  load: loadListData,
  answers: async (_, __, { first, opened }: ListPageData) => ({
    [nameOf(endpoints.readList)]: first,
    ...(opened && { [nameOf(endpoints.readRow)]: opened }),
  }),
}

export const embedPages: NonNullable<Unit['embedPages']> = {
  form: {
    title: title((texts) => texts.title),
    load: loadFormData,
    answers: async (_, __, { entry }: FormPageData) => ({ [nameOf(endpoints.enterForm)]: entry }),
  },
  list,
  // No tag names it: a list with the layout `calendar` is shown by it.
  calendar: list,
}
