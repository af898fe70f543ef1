import * as z from 'zod/mini'

/** Input and output of a route; `input` combines path parameters, query and body in one object. */
export interface Contract<I, O> {
  input: z.ZodMiniType<I>
  output: z.ZodMiniType<O>
}

/** Declares a contract; `z.strictObject` rejects unknown fields in the input. */
export function contract<I, O>(input: z.ZodMiniType<I>, output: z.ZodMiniType<O>): Contract<I, O> {
  return { input, output }
}

/** Any UUID, in the database's notation. */
export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be a UUID'))

// Not allowed in names; app.valid_name enforces the same in the database.
// oxlint-disable-next-line no-control-regex -- what is looked for
const NO_TEXT = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/
/** At least one visible character: not just blanks, format characters, lone accents and invisible letters. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/** A user-supplied name made safe to show to others: one line, no direction changes; '' if nothing is visible. */
export function shownName(text: string): string {
  const shown = text.replace(/\s+/g, ' ').replace(new RegExp(NO_TEXT, 'g'), '').trim()
  return VISIBLE.test(shown) ? shown : ''
}

/** Text of 1 to `max` characters after trimming, with a visible character and no control or direction characters. */
export const name = (max: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, 'must not be empty'),
    z.maxLength(max, `must have at most ${max} characters`),
    z.refine((text) => !NO_TEXT.test(text), 'must not hold control characters'),
    z.refine((text) => text === '' || VISIBLE.test(text), 'must hold something to see'),
  )

/** Price in minor units, up to the card provider's maximum. */
export const priceCents = z
  .int('must be a whole number of cents')
  .check(z.minimum(0, 'must be 0 or more'), z.maximum(99_999_999, 'must be at most 99999999 cents'))

/**
 * Whether the text of a URL has neither blanks nor control characters. Parsers drop some of them, so the stored text
 * would differ from the parsed URL, and a line break would start a new header where the text is written verbatim.
 */
// oxlint-disable-next-line no-control-regex -- what is looked for
export const isPlainAddress = (text: string): boolean => !/[\s\u0000-\u001f\u007f-\u009f]/.test(text)

/** An http(s) URL of at most 2,000 characters. */
export const webAddress = z.string().check(
  z.maxLength(2000),
  z.refine(
    (text) => isPlainAddress(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be a web address',
  ),
)

/** A typed URL with a length limit; sites/site-address.ts validates it. */
export const typedAddress = z.string().check(z.maxLength(2048, 'must have at most 2048 characters'))

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

/** The look of a site (kernel/browser/theme/site-look.ts). */
export const siteLook = z.object({
  name: z.string(),
  mode: z.enum(['light', 'dark']),
  background: color,
  text: color,
  accent: z.nullable(color),
  font: z.nullable(z.string()),
  radius: z.nullable(z.int()),
})

/** Result of one check on a customer's page (kernel/browser/finding.ts). */
export const finding = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['pass', 'warn', 'fail', 'info']),
  verdict: z.string(),
  text: z.string(),
  fixes: z.optional(z.array(z.object({ name: z.string(), code: z.string() }))),
})
