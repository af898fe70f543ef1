import { blockPlaces } from '#blocks/registry.ts'

/** A block that the playground can show. */
export interface PlaygroundBlock {
  /** Its value in the address, `?block=`. */
  id: string
  label: string
  /** Its page, `/embed/{page}`, which is also its name in a tag. */
  page: string
  /** The page's sample that it shows. */
  sample: string
  /** It shows one of several, such as forms, which its tag names. */
  isOneOfSeveral?: boolean
}

/** The four blocks of the specification (§9), which names them by what visitors do. */
const SPECIFIED: readonly PlaygroundBlock[] = [
  { id: 'auth', label: 'Auth', page: 'auth', sample: '' },
  { id: 'paywall', label: 'Paywall', page: 'my-block', sample: 'paywall' },
  { id: 'checkout', label: 'Checkout', page: 'pay', sample: '' },
  { id: 'profile', label: 'Profile', page: 'profile', sample: '' },
]

/** Those four, then every other block of the registry under its own name. */
export const playgroundBlocks: readonly PlaygroundBlock[] = [
  ...SPECIFIED,
  ...blockPlaces
    .filter(({ name }) => SPECIFIED.every(({ page }) => page !== name))
    .map(({ name, title, embed }) => ({
      id: name,
      label: title,
      page: name,
      sample: '',
      isOneOfSeveral: embed.shows !== undefined,
    })),
]

/** @throws for an unknown block, which `readAddress` rules out */
export function playgroundBlock(id: string): PlaygroundBlock {
  const block = playgroundBlocks.find((one) => one.id === id)
  if (!block) throw new Error(`The playground has no block "${id}"`)
  return block
}
