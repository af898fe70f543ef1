/** A system that data passes through; `x`, `y` is its upper left corner in the drawing's own units. */
export interface FlowPlace {
  name: string
  words: string
  x: number
  y: number
}

/**
 * A connection between two systems, drawn from point to point; the text below the drawing explains its
 * number.
 */
export interface FlowWay {
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  kind: 'data' | 'card' | 'money'
}

export interface FlowPlan {
  width: number
  height: number
  place: { width: number; height: number }
  places: readonly FlowPlace[]
  /** In the order of `FLOW_WORDS`. */
  ways: readonly FlowWay[]
}

/** What travels along each connection. */
export const FLOW_STEPS: readonly (readonly [kind: FlowWay['kind'], title: string, words: string])[] = [
  [
    'data',
    'Page to server',
    'The block runs in our own frame. What a visitor types there goes to this server, and the page around it cannot read it.',
  ],
  [
    'data',
    'Server to database',
    'Each request runs in PostgreSQL under its own role: visitor, member or creator. Row-level security decides which rows that role sees.',
  ],
  ['card', 'Page to Stripe', 'Visitors enter card details in Stripe’s form. They never reach this server.'],
  [
    'data',
    'Server and Stripe',
    'The price comes from the database, not from the page. Stripe’s events are signed, and the server confirms their content with Stripe before it acts.',
  ],
  [
    'money',
    'Stripe to the creator',
    'The whole price goes to the creator’s own Stripe account, less Stripe’s fees. We take no share of a sale.',
  ],
]

const named = (at: Record<'page' | 'server' | 'database' | 'stripe' | 'account', [number, number]>) => {
  const place = (name: string, words: string, [x, y]: [number, number]): FlowPlace => ({ name, words, x, y })
  return [
    place('Your page', 'the block in a frame', at.page),
    place('Bolt Blocks', 'this server', at.server),
    place('PostgreSQL', 'row-level security', at.database),
    place('Stripe', 'card details', at.stripe),
    place('Your account', 'at Stripe', at.account),
  ]
}

/** Side by side, for wide screens. */
export const WIDE: FlowPlan = {
  width: 880,
  height: 312,
  place: { width: 200, height: 92 },
  places: named({
    page: [0, 110],
    server: [340, 0],
    database: [680, 0],
    stripe: [340, 220],
    account: [680, 220],
  }),
  ways: [
    { from: [200, 138], to: [340, 46], kind: 'data' },
    { from: [540, 46], to: [680, 46], kind: 'data' },
    { from: [200, 174], to: [340, 266], kind: 'card' },
    { from: [440, 92], to: [440, 220], kind: 'data' },
    { from: [540, 266], to: [680, 266], kind: 'money' },
  ],
}

/** Stacked, for phones. */
export const NARROW: FlowPlan = {
  width: 340,
  height: 412,
  place: { width: 146, height: 84 },
  places: named({
    page: [97, 0],
    server: [0, 164],
    database: [0, 328],
    stripe: [194, 164],
    account: [194, 328],
  }),
  ways: [
    { from: [150, 84], to: [73, 164], kind: 'data' },
    { from: [73, 248], to: [73, 328], kind: 'data' },
    { from: [190, 84], to: [267, 164], kind: 'card' },
    { from: [146, 206], to: [194, 206], kind: 'data' },
    { from: [267, 248], to: [267, 328], kind: 'money' },
  ],
}
