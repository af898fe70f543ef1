// A page of the gauntlet as data: what the host serves, which browser settings it needs, and what the test
// expects.
import type { EngineName, EnginePage, Surface, Surroundings } from './engine.ts'
import type { Seen } from './recorder.ts'
import type { World } from './world.ts'

/** Input for a page's markup. The same page is also served once without the product, for comparison. */
export interface Parts {
  /** The host's own origin. */
  own: string
  /** Origin of the product's server. */
  blocks: string
  /** Address of the embed script; of an empty script on the comparison page. */
  src: string
  keys: World['keys']
  /** Id of a custom block made by the creator. */
  blockId: string
  /** Ids of the bakery's guestbook: its form and its list. */
  guests: { form: string; view: string }
  /** Tags of a guestbook that its owner copied from the Studio. */
  pasted: string
  /** A tag as the Studio prints it, with extra attributes. */
  tag: (block: string, attributes?: string) => string
  /** The same for a given tenant. */
  tagOf: (tenant: keyof World['keys'], block: string, attributes?: string) => string
}

/** A visitor on a page. */
export interface Visit {
  engine: EngineName
  page: EnginePage
  world: World
  /** Address of the page. */
  url: string
  /** Origin of the page. */
  own: string
  /** Origin of a second local site that serves the same pages. */
  other: string
  /** Another person's browser, or the same person's on another device. */
  open(around?: Surroundings): Promise<EnginePage>
  /** The frame of a block. */
  block(name: string): Promise<Surface>
  /** Waits until this many blocks have reported that they are ready. */
  ready(count: number): Promise<void>
  seen(): Promise<Seen>
}

export interface HostPage {
  /** First label of the host name. Each page is a separate site, so pages share no state. */
  name: string
  /** Test title: what the page proves, with the ids of the requirements. */
  title: string
  html: (parts: Parts) => string
  /** Headers of the page. */
  headers?: (parts: Parts) => Record<string, string>
  /** Other files of the host, by path. */
  files?: Record<
    string,
    (parts: Parts) => { type: string; body: string | Buffer; headers?: Record<string, string> }
  >
  around?: Surroundings
  /** Number of blocks that become ready without interaction; default 1. */
  blocks?: number
  /** Whether the page's origin is in the tenants' allowed origins. */
  listed?: boolean
  /** Runs while no other page is open, because it changes the network conditions or counts requests. */
  alone?: boolean
  /** Runs before the page is opened, for example to change the network conditions. */
  before?: (world: World) => void
  /** What the visitor does and what must follow; by default they use the sign-in block (`turnToSignIn`). */
  act?: (visit: Visit) => Promise<void>
  /** Whether the page's content security policy blocks a part of the product. */
  violations?: boolean
  /** Expected console messages: errors that the page itself causes and the browser reports. */
  noise?: RegExp[]
  /** Globals that the page itself adds later. */
  globals?: string[]
  /** Whether the page's own markup differs between two visits. */
  changes?: boolean
  /** Why an engine cannot show the page. */
  not?: Partial<Record<EngineName, string>>
}
