import { currencyExponent, formatPrice } from '#kernel/browser/money.ts'
import { fieldOf, type Json, lineOf, linkOf, listOf, objectOf } from './read-json.ts'

/** One column of a pricing block as the form editor writes it. */
export interface PricingPlan {
  name: string
  /** As it is to be read: `€19`, `Free`, `On request`. A number is an amount of `currency`, in its main unit. */
  price: string | number
  /** Behind the price: `per month`. */
  period?: string
  features: string[]
  /** Draws it in the accent, for the one that most people want. */
  highlighted?: boolean
  /** Leads anywhere: a checkout, a form, a mail address. */
  button?: { text: string; link: string }
}

/** Data of a pricing block as the form editor writes them. Shown words, not what anybody pays by. */
export interface PricingData {
  type: 'pricing'
  plans: PricingPlan[]
  /** ISO 4217, for prices that are numbers; `eur` when left out. */
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

/** Reads a creator's data field by field: what is missing or of another kind is left out, never an error. */
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
