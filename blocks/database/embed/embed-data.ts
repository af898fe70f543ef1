import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { listedSite } from '#kernel/listed-site.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { entryOf, openForm } from '../open-form.ts'
import { listedFields, readOneRow, readRows, thisMonth, withList } from '../list-rows.ts'
import { SORTED_KINDS } from '#kernel/browser/forms/list-design.ts'
import type { FormPageData, ListPageData } from './data-types.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Characters of the attribute `prefill`. */
const MOST_PREFILL = 2000

/** Renders the form for a visitor who is signed out; members' pages ask again for what differs. */
export async function loadFormData(
  kernel: Kernel,
  { tenant, claims, url }: EmbedRequest,
): Promise<Pick<FormPageData, 'form' | 'entry' | 'prefill'> & Partial<FormPageData>> {
  const id = url.searchParams.get('form') ?? ''
  const prefill = Object.fromEntries(
    new URLSearchParams((url.searchParams.get('prefill') ?? '').slice(0, MOST_PREFILL)),
  )
  const none = { form: null, entry: { state: 'closed' as const }, prefill }
  if (!UUID.test(id)) return none
  try {
    const opened = await openForm(kernel, claims, id)
    const { title, design, fields, settings } = opened
    const { text, button, thanks, redirect, payment } = settings
    // The list of sites may have changed since the form was saved.
    const site = redirect ? listedSite(kernel.config.publicUrl, tenant, redirect) : null
    return {
      form: {
        id,
        title,
        ...(text && { text }),
        ...(button && { button }),
        ...(thanks && { thanks }),
        ...(site && { redirect: site.url }),
        ...(payment?.quantity && { units: payment.quantity }),
        design,
        fields: [...fields.values()],
      },
      entry: await entryOf(kernel, claims, opened),
      prefill,
      ...(url.searchParams.has('edit') && { edit: true as const }),
      // The script tag navigates only to origins that the frame named.
      ...(site && { checkoutOrigins: [...kernel.payments.pageOrigins(), new URL(site.url).origin] }),
    }
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return none
    throw error
  }
}

/** Renders the first rows as a visitor who is signed out sees them. */
export async function loadListData(
  kernel: Kernel,
  { claims, url }: EmbedRequest,
): Promise<Pick<ListPageData, 'list' | 'first' | 'month' | 'search' | 'row' | 'opened'>> {
  const id = url.searchParams.get('view') ?? ''
  const none = { list: null, first: { rows: [], more: false } }
  if (!UUID.test(id)) return none
  try {
    return await withList(kernel, claims, id, async (opened) => {
      const { title, layout, design } = opened
      const { text, empty, search, own_rows, filters = [], sort } = design
      const fields = listedFields(opened.shown)
      const details = listedFields(opened.detailed)
      const row = url.searchParams.get('row') ?? ''
      const isRow = details.length > 0 && UUID.test(row)
      const address = new URLSearchParams(url.search)
      address.delete('row')
      const start = opened.date && thisMonth(opened.date)
      const isShown = (field: string) => fields.some((one) => one.id === field)
      return {
        list: {
          id,
          title,
          layout,
          ...(text && { text }),
          ...(empty && { empty }),
          ...(search && { search }),
          ...(own_rows && { own_rows }),
          fields,
          filters: filters.filter(isShown),
          sorts: sort
            ? fields.filter(({ kind }) => SORTED_KINDS.includes(kind)).map((field) => field.id)
            : [],
          ...(opened.date && { date: listedFields([opened.date])[0]! }),
          ...(details.length > 0 && { details }),
        },
        ...(start && { month: start.month }),
        first: await readRows(kernel, claims, opened, start?.query),
        ...(details.length > 0 && { search: `?${address}` }),
        ...(isRow && { row, ...(await openedRow(kernel, claims, opened, row)) }),
      }
    })
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return none
    throw error
  }
}

/** Nothing if this visitor does not see the row. */
async function openedRow(...of: Parameters<typeof readOneRow>): Promise<Pick<ListPageData, 'opened'>> {
  try {
    return { opened: await readOneRow(...of) }
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return {}
    throw error
  }
}
