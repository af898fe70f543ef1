import { currencyExponent, formatPrice } from '#kernel/browser/money.ts'
import { fieldOf, type Json, lineOf, linkOf, listOf, objectOf } from './read-json.ts'

/** One column of a pricing block, as the form editor writes it. */
export interface PricingPlan {
  name: string
  /** A price as shown: `€19`, `Free`, `On request`. A number is an amount of `currency` in its main unit. */
  price: string | number
  /** Follows the price: `per month`. */
  period?: string
  features: string[]
  /** Highlights this plan in the accent color. */
  highlighted?: boolean
  /** Any link: a checkout, a form, an email address. */
  button?: { text: string; link: string }
}

/**
 * Data of a pricing block, as the form editor writes it. Display text only: it does not determine what
 * visitors pay.
 */
export interface PricingData {
  type: 'pricing'
  plans: PricingPlan[]
  /** ISO 4217, for prices that are numbers; defaults to `eur`. */
  currency?: string
}

export const MOST_PLANS = 12
export const MOST_FEATURES = 30

/** What visitors get of a pricing block. */
export interface PricingView {
  kind: 'pricing'
  offers: OfferView[]
}

export interface OfferView {
  name: string
  price: string
  period: string
  features: string[]
  highlighted: boolean
  button: { text: string; link: string } | null
}

/** Reads a creator's data field by field. Missing or invalid fields are omitted and never an error. */
export function pricingView(data: Json): PricingView {
  const currency = lineOf(fieldOf(data, 'currency'), 3)
  const offers = listOf(fieldOf(data, 'plans'), MOST_PLANS).map((plan) => offerView(objectOf(plan), currency))
  return { kind: 'pricing', offers: offers.filter(({ name, price }) => name || price) }
}

function offerView(plan: Json, currency: string): OfferView {
  const button = objectOf(fieldOf(plan, 'button'))
  const link = linkOf(fieldOf(button, 'link'))
  const text = lineOf(fieldOf(button, 'text'), 60)
  return {
    name: lineOf(fieldOf(plan, 'name'), 60),
    price: priceText(fieldOf(plan, 'price'), currency),
    period: lineOf(fieldOf(plan, 'period'), 40),
    features: listOf(fieldOf(plan, 'features'), MOST_FEATURES)
      .map((feature) => lineOf(feature))
      .filter(Boolean),
    highlighted: fieldOf(plan, 'highlighted') === true,
    button: link && text ? { link, text } : null,
  }
}

function priceText(price: unknown, currency: string): string {
  if (typeof price !== 'number' || !Number.isFinite(price)) return lineOf(price, 40)
  const code = /^[a-z]{3}$/i.test(currency) ? currency.toLowerCase() : 'eur'
  const text = formatPrice(Math.round(price * 10 ** currencyExponent(code)), code)
  return lineOf(text.replace(/\.0+$/, ''), 40)
}
