import * as z from 'zod/mini'
import { CURRENCIES, type Currency } from '#kernel/browser/currencies.ts'
import { currencyExponent, currencySign, isChargeable } from '#kernel/browser/money.ts'
import { decimalSign, parsePrice, typedAmount } from '#kernel/browser/typed-money.ts'
import { currency } from '../contract.ts'
import { audienceDraftOf, audienceFieldsOf, emptyAudienceDraft } from './audience-draft.ts'
import { base64Of } from './shrink-picture.ts'
import type { Item, ItemChanges, ItemFields } from '../endpoints-studio.ts'

export const NAME_MAX = 60
export const DESCRIPTION_MAX = 500

/** `EUR (€)` for a currency with a symbol, else `CHF – Swiss Franc`. */
function currencyLabel(code: Currency, names: Intl.DisplayNames): string {
  const upper = code.toUpperCase()
  const sign = currencySign(code)
  if (sign) return `${upper} (${sign})`
  // A browser that does not know a new currency returns its code.
  const name = names.of(upper)
  return name && name !== upper ? `${upper} – ${name}` : upper
}

const names = new Intl.DisplayNames('en', { type: 'currency' })
export const CURRENCY_OPTIONS: readonly { value: Currency; label: string }[] = CURRENCIES.map((value) => ({
  value,
  label: currencyLabel(value, names),
}))

/** An example of a price: `10.00`, `10` for a currency without decimals. */
export const examplePrice = (code: Currency): string => typedAmount(10 * 10 ** currencyExponent(code), code)

export const INTERVALS = [
  { value: 'once', label: 'Once' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
  { value: 'year', label: 'Every year' },
] as const

/** A higher stock can be left unlimited. */
export const STOCK_MAX = 999_999
const STOCK_ERROR = 'Enter a whole number, or leave it empty'

/** The draft's picture is the one that the product has. */
export const STORED_PICTURE = 'stored'

/** The form's values; price and stock are text. */
export const productDraft = z
  .object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Name is required'),
        z.maxLength(NAME_MAX, `At most ${NAME_MAX} characters`),
      ),
    description: z
      .string()
      .check(z.trim(), z.maxLength(DESCRIPTION_MAX, `At most ${DESCRIPTION_MAX} characters`)),
    price: z.string(),
    currency,
    interval: z.enum(['once', 'week', 'month', 'year']),
    /** Applies only while the product is recurring. */
    perSeat: z.boolean(),
    stock: z.string().check(z.refine((text) => stockProblem(text) === undefined, STOCK_ERROR)),
    active: z.boolean(),
    /** A data URL, STORED_PICTURE, or '' for none. */
    picture: z.string(),
    audience: z.string(),
    hidden: z.boolean(),
    memberAudience: z.string(),
    memberPrice: z.string(),
  })
  .check(
    z.refine(({ price, currency }) => priceCents(price, currency) !== undefined, {
      path: ['price'],
      error: 'Please enter a valid price',
    }),
    z.refine((draft) => memberPriceProblem(draft) === undefined, {
      path: ['memberPrice'],
      error: (issue) => memberPriceProblem(issue.input as ProductDraft),
    }),
  )
export type ProductDraft = z.infer<typeof productDraft>

export const emptyDraft: ProductDraft = {
  name: '',
  description: '',
  price: '',
  currency: 'eur',
  interval: 'once',
  perSeat: false,
  stock: '',
  active: true,
  picture: '',
  ...emptyAudienceDraft,
}

/** A draft to continue later. */
export interface StoredDraft {
  draft: ProductDraft
  /** The product when the draft was started, so that later sales do not look like changes. */
  item: Item | undefined
}

/** The form's initial values: the stored draft, else the current product. */
export const beginning = (item: Item | undefined, kept: StoredDraft | undefined): StoredDraft =>
  kept ?? { draft: item ? draftOf(item) : emptyDraft, item }

/** Converts a product into form values. */
export function draftOf(item: Item): ProductDraft {
  const { name, description, price_cents, currency, interval, per_seat, stock, active, picture } = item
  const price = typedAmount(price_cents, currency, decimalSign())
  return {
    name,
    description: description ?? '',
    price,
    currency,
    interval: interval ?? 'once',
    perSeat: per_seat,
    stock: `${stock ?? ''}`,
    active,
    picture: picture ? STORED_PICTURE : '',
    ...audienceDraftOf(item),
  }
}

/** Error message for a stock while it is typed. */
export function stockProblem(text: string): string | undefined {
  const typed = text.trim()
  return typed === '' || (/^\d{1,7}$/.test(typed) && Number(typed) <= STOCK_MAX) ? undefined : STOCK_ERROR
}

/** Null when stock is not tracked. */
export const stockOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The stock as shown in the list; undefined when it is not tracked. */
export function stockLabel({ stock, held }: Pick<Item, 'stock' | 'held'>): string | undefined {
  if (stock === null) return undefined
  if (stock === 0) return 'Sold out'
  const label = `${stock} in stock`
  return held ? `${label}, ${held} reserved by open checkouts` : label
}

/** Parses a price into minor units of its currency; undefined while it is invalid. */
export function priceCents(text: string, code: Currency): number | undefined {
  const price = parsePrice(text, code, decimalSign())
  return 'cents' in price && isChargeable(price.cents, code) ? price.cents : undefined
}

/** Error message for a price while it is typed; undefined while the field is empty. */
export function priceProblem(text: string, code: Currency): string | undefined {
  if (text.trim() === '') return undefined
  const price = parsePrice(text, code, decimalSign())
  if ('error' in price) return price.error
  return isChargeable(price.cents, code) ? undefined : `The third decimal of ${code.toUpperCase()} must be 0`
}

/** Error message for the members' price of a product; undefined without one. */
export function memberPriceProblem({
  price,
  currency,
  memberAudience,
  memberPrice,
}: Pick<ProductDraft, 'price' | 'currency' | 'memberAudience' | 'memberPrice'>): string | undefined {
  if (!memberAudience) return undefined
  const cents = priceCents(memberPrice, currency)
  if (cents === undefined) return priceProblem(memberPrice, currency) ?? 'Please enter a valid price'
  const regular = priceCents(price, currency)
  return regular !== undefined && cents >= regular ? 'Enter less than the price' : undefined
}

/** What a price with a decimal comma probably means: 10.50 for `10,50`. */
export function commaHint(text: string): string | undefined {
  const meant = /^\D{0,2}(\d{1,3}(?:[. ]\d{3})+|\d{1,9}),(\d{1,2})\D{0,2}$/.exec(text.trim())
  return meant ? `${meant[1]!.replace(/[. ]/g, '')}.${meant[2]!.padEnd(2, '0')}` : undefined
}

/**
 * The fields to send. Empty fields (no description, a one-time price) are omitted for a new product and
 * cleared on an existing one. An unchanged stock is not sent, because units may have sold meanwhile. A
 * changed stock is sent with its previous value, and a picture only if it is new or was removed.
 * @param draft already validated by the form's schema
 * @param item the product being changed, as it was when the draft was started; undefined for a new one
 */
export function fieldsOf(draft: ProductDraft, item?: Item): ItemFields & Pick<ItemChanges, 'stock_was'> {
  const { price, currency, active } = draft
  const stock = stockOf(draft.stock)
  const description = draft.description.trim() || null
  const interval = draft.interval === 'once' ? null : draft.interval
  const perSeat = interval !== null && draft.perSeat
  const fields = { name: draft.name.trim(), price_cents: priceCents(price, currency)!, currency, active }
  const rule = audienceFieldsOf(draft, priceCents(draft.memberPrice, currency), item)
  if (item)
    return {
      ...fields,
      description,
      interval,
      ...(perSeat === item.per_seat ? {} : { per_seat: perSeat }),
      ...pictureOf(draft, item),
      ...rule,
      ...(stock === item.stock ? {} : { stock, stock_was: item.stock }),
    }
  return {
    ...fields,
    ...(description ? { description } : {}),
    ...(interval ? { interval } : {}),
    ...(perSeat ? { per_seat: true } : {}),
    ...(stock === null ? {} : { stock }),
    ...pictureOf(draft),
    ...rule,
  }
}

function pictureOf({ picture }: ProductDraft, item?: Item): Pick<ItemFields, 'picture'> {
  if (picture === STORED_PICTURE) return {}
  if (picture) return { picture: base64Of(picture) }
  return item?.picture ? { picture: null } : {}
}
