import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'
import { REQUIRED_PLANS } from './kinds/access.ts'
import { LAYOUTS, MOST_FIELDS } from './kinds/profile.ts'
import { MOST_FEATURES, MOST_PLANS } from './kinds/pricing.ts'
import { FONT_SIZES, LONGEST_TEXT } from './kinds/text.ts'
import type { BlockState } from './kinds/block-state.ts'
import type { BlockView } from './kinds/view.ts'

// Schemas of what the form editors write. The database stores any object (within its limits of size and
// depth), so that hand-written data stays unchanged; these describe what each type's form can hold.

const line = (max: number, words = `must have at most ${max} characters`) =>
  z.string().check(z.trim(), z.maxLength(max, words))

/** Access settings, which data of any type can have. */
const access = {
  requires_auth: z.optional(z.boolean()),
  required_plan: z.optional(z.enum(REQUIRED_PLANS)),
}

export const textData = z.looseObject({
  type: z.literal('text'),
  content: z.string().check(z.maxLength(LONGEST_TEXT, `must have at most ${LONGEST_TEXT} characters`)),
  style: z.looseObject({
    fontSize: z
      .int('must be a whole number of pixels')
      .check(
        z.minimum(FONT_SIZES.smallest, `must be ${FONT_SIZES.smallest} or more`),
        z.maximum(FONT_SIZES.largest, `must be ${FONT_SIZES.largest} or less`),
      ),
    color: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #333333'))),
  }),
  ...access,
})

export const profileData = z.looseObject({
  type: z.literal('profile'),
  fields: z.array(line(60)).check(z.maxLength(MOST_FIELDS, `must be at most ${MOST_FIELDS} fields`)),
  values: z.record(z.string(), line(2000)),
  layout: z.enum(LAYOUTS),
  showAvatar: z.boolean(),
  ...access,
})

const link = line(2000).check(
  z.refine(
    (text) => /^(https?|mailto):$/.test(URL.parse(text)?.protocol ?? ''),
    'must be a web address or mailto:',
  ),
)

const pricingPlan = z.looseObject({
  name: line(60).check(z.minLength(1, 'must not be empty')),
  price: z.union([line(40), z.number()]),
  period: z.optional(line(40)),
  features: z.array(line(200)).check(z.maxLength(MOST_FEATURES, `must be at most ${MOST_FEATURES} features`)),
  highlighted: z.optional(z.boolean()),
  button: z.optional(z.looseObject({ text: line(60), link })),
})

export const pricingData = z.looseObject({
  type: z.literal('pricing'),
  plans: z.array(pricingPlan).check(z.maxLength(MOST_PLANS, `must be at most ${MOST_PLANS} plans`)),
  currency: z.optional(z.string().check(z.regex(/^[a-z]{3}$/, 'must be a currency such as eur'))),
  ...access,
})

/** The schema of each type that has a form; data of any other type can only be edited as JSON. */
export const typedData = { text: textData, profile: profileData, pricing: pricingData }

export const openBlockContract = contract(
  z.strictObject({ id: uuid }),
  z.object({
    id: z.string(),
    title: z.string(),
    // Built by viewOf alone, field by field; a schema would only repeat it.
    view: z.custom<BlockView>(),
    closes: z.boolean(),
  }),
)

/** As above: built field by field. */
export const readBlockContract = contract(z.strictObject({ id: uuid }), z.custom<BlockState>())
