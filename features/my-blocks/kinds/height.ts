import { accessOf } from './access.ts'
import type { CustomFact } from './custom.ts'
import type { OfferView } from './pricing.ts'
import type { Json } from './read-json.ts'
import { type BlockView, viewOf } from './view.ts'

/** The line below every block. */
const FOOT = 36
/** Height of the notice that replaces a locked block. */
const LOCKED = 216
const LINE = 22

/**
 * Estimated height of a block on a wide page, in CSS pixels: the height that a page reserves until the block
 * has loaded. Computed from the text, because no browser is available where it is needed.
 */
export function heightOf(data: Json): number {
  const { requiresAuth, requiredPlan, audience } = accessOf(data)
  if (requiresAuth || audience || requiredPlan !== 'free') return LOCKED + FOOT
  return Math.round(faceHeight(viewOf(data))) + FOOT
}

function faceHeight(view: BlockView): number {
  if (view.kind === 'text') {
    const size = view.size ?? 15
    const lines = view.paragraphs.reduce((sum, words) => sum + linesOf(words, Math.min(84, 1500 / size)), 0)
    return lines * size * 1.5 + Math.max(view.paragraphs.length - 1, 0) * size * 0.75
  }
  if (view.kind === 'profile') {
    const parts = [
      ...(view.name || view.email ? [56] : []),
      ...(view.bio ? [linesOf(view.bio, 62) * LINE] : []),
      ...(view.facts.length > 0 ? [factsHeight(view.facts, 30)] : []),
    ]
    const inside = parts.reduce((sum, part) => sum + part, 0) + Math.max(parts.length - 1, 0) * 16
    return view.layout === 'card' ? inside + 50 : inside
  }
  if (view.kind === 'custom') return 34 + factsHeight(view.facts, 80)
  const columns = Math.min(view.offers.length, 3)
  let height = 0
  for (let row = 0; row < view.offers.length; row += columns)
    height += Math.max(...view.offers.slice(row, row + columns).map(offerHeight)) + (row > 0 ? 16 : 0)
  return height
}

function offerHeight({ name, price, features, button }: OfferView): number {
  const list = features.reduce((sum, words) => sum + linesOf(words, 26) * LINE + 8, 0)
  return 50 + (name ? 24 : 0) + (price ? 36 : 0) + (features.length > 0 ? list + 25 : 0) + (button ? 66 : 0)
}

/** @param wide number of characters that fit on a line of a value */
function factsHeight(facts: readonly CustomFact[], wide: number): number {
  return facts.reduce((sum, { value }) => sum + valueHeight(value, wide) + 21, 0)
}

function valueHeight(value: CustomFact['value'], wide: number): number {
  if (typeof value === 'string') return linesOf(value, wide) * LINE
  return value.reduce<number>(
    (sum, one) =>
      sum + (typeof one === 'string' ? linesOf(one, wide) * LINE : valueHeight(one.value, wide * 0.7) + 6),
    0,
  )
}

/** Number of lines that a text takes at this line length. */
const linesOf = (text: string, wide: number) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / wide)), 0)
