// What the gauntlet needs of a browser, said once, so that one list of pages runs in three engines.
import { PATIENCE } from '#testing/browser.ts'

export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** A document: a page of the host, or one frame in it. Functions run there alone: they see nothing from around them. */
export interface Surface {
  /** Runs a function in the document. What goes in and comes out is JSON. */
  run<A extends unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>
  /** A real click in the middle of an element, as of a mouse: it may open windows. */
  click(selector: string): Promise<void>
  /** A real click on an element, then real keys. */
  type(selector: string, text: string): Promise<void>
}

export interface EnginePage extends Surface {
  goto(url: string): Promise<void>
  /** The browser's own Back. */
  back(): Promise<void>
  /** The frame whose address has this part, wherever it stands, also in frames of frames; waits for it. */
  frame(part: string): Promise<Surface>
  /** Does what opens a window, and returns that window. WebKit may open none: then it is this page, at another address. */
  opened(act: () => Promise<void>): Promise<EnginePage>
  resize(width: number, height: number): Promise<void>
  /** Shows the page as it is on paper, where the engine can. */
  print?(): Promise<void>
  /** Errors on the console since the last `goto`, of the page and all its frames. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

/** What a page asks of the browser around it. */
export interface Surroundings {
  width?: number
  height?: number
  /** The visitor zoomed in: that many device pixels for each of the page's. */
  zoom?: number
  reducedMotion?: boolean
  /** Frames of other sites get neither cookies nor any other storage. */
  storageBlocked?: boolean
  /** Nothing of ours is in the cache: an engine that has one for all windows starts anew. */
  fresh?: boolean
}

export interface Engine {
  name: EngineName
  /** How many pages may be open side by side. */
  windows: number
  /** A window of its own, with nothing left from before. */
  open(around?: Surroundings): Promise<EnginePage>
  close(): Promise<void>
}

/** The browser gave no answer to a command: it hangs, which says nothing about the page. */
export class BrowserHangs extends Error {
  override name = 'BrowserHangs'
}

/** Asks again and again until there is an answer. @throws after some patience, with the last failure */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
  patience = PATIENCE,
): Promise<T> {
  const end = Date.now() + patience
  for (let last: unknown; ;) {
    try {
      const found = await look()
      if (found) return found
    } catch (why) {
      if (why instanceof BrowserHangs) throw why
      last = why
    }
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
