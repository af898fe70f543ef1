import { type CustomView, customView } from './custom.ts'
import { type PricingView, pricingView } from './pricing.ts'
import { type ProfileView, profileView } from './profile.ts'
import { fieldOf, type Json } from './read-json.ts'
import { type TextView, textView } from './text.ts'

/** A block as visitors get it: only its rendered content, read from untrusted data. */
export type BlockView = TextView | ProfileView | PricingView | CustomView
export type BlockKind = BlockView['kind']

const KINDS = { text: textView, profile: profileView, pricing: pricingView }

/** Reads a block's data. Types without a design of their own are shown as a list of entries. Never throws. */
export function viewOf(data: Json): BlockView {
  const type = fieldOf(data, 'type')
  return typeof type === 'string' && Object.hasOwn(KINDS, type)
    ? KINDS[type as keyof typeof KINDS](data)
    : customView(data)
}

/** Whether the block has no visible content. */
export function isEmpty(view: BlockView): boolean {
  if (view.kind === 'text') return view.paragraphs.length === 0
  if (view.kind === 'pricing') return view.offers.length === 0
  if (view.kind === 'custom') return view.facts.length === 0
  return !view.name && !view.email && !view.bio && view.facts.length === 0
}

/**
 * One line that summarizes the block, for lists and search; the creator's own `description` if there is one.
 */
export function summaryOf(data: Json): string {
  const own = fieldOf(data, 'description')
  if (typeof own === 'string' && own.trim()) return own.trim().slice(0, 200)
  const view = viewOf(data)
  if (view.kind === 'text') return view.paragraphs[0]?.slice(0, 200) ?? ''
  if (view.kind === 'profile') return view.bio.slice(0, 200) || view.name
  if (view.kind === 'pricing') return view.offers.map(({ name }) => name).join(', ')
  const texts = view.facts.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  return texts.join(', ').slice(0, 200)
}
