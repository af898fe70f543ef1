// A page of the gauntlet, written as data: what the host serves, what it asks of the browser, and what must be so.
import type { EngineName, EnginePage, Surface, Surroundings } from './engine.ts'
import type { Seen } from './recorder.ts'
import type { World } from './world.ts'

/** What a page's markup is made of. The same page is served once without the product, to compare. */
export interface Parts {
  /** The host's own origin. */
  own: string
  /** Origin of our server. */
  blocks: string
  /** Address of our script; of an empty one on the page that is to compare. */
  src: string
  keys: World['keys']
  /** Id of a block that the creator made. */
  blockId: string
  /** A tag as the Studio prints it, with attributes of one's own. */
  tag: (block: string, attributes?: string) => string
  /** The same from the first tenant or another. */
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
  /** Origin of another site on this machine, which serves the same pages. */
  other: string
  /** The frame of a block. */
  block(name: string): Promise<Surface>
  /** Waits until so many blocks said that they are ready. */
  ready(count: number): Promise<void>
  seen(): Promise<Seen>
}

export interface HostPage {
  /** First part of the host's name: each page is a site of its own, so nothing is left from another. */
  name: string
  /** What is so, as a test's title; it names the facts that fall with it. */
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
  /** Blocks that become ready by themselves; 1 when left out. */
  blocks?: number
  /** Whether the page is a site that the tenants list by name. */
  listed?: boolean
  /** No other page is open meanwhile: it changes the weather on the way to us, or counts what is asked there. */
  alone?: boolean
  /** Before the page is opened, for example other weather on the way to us. */
  before?: (world: World) => void
  /** What a visitor does on it and what comes of that; when left out, they turn to the sign-in block. */
  act?: (visit: Visit) => Promise<void>
  /** Whether the policy of the page keeps something of ours out. */
  violations?: boolean
  /** What the console may say: faults that are the page's own, and told by the browser. */
  noise?: RegExp[]
  /** Names that the page itself adds to the window later on. */
  globals?: string[]
  /** The page's own markup changes by itself between two visits. */
  changes?: boolean
  /** Why an engine cannot show the page. */
  not?: Partial<Record<EngineName, string>>
}
