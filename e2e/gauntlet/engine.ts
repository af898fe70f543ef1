// The interface to a browser that the gauntlet needs, so that one list of pages runs in three engines.
import { PATIENCE } from '#testing/browser.ts'

export type EngineName = 'chromium' | 'firefox' | 'webkit'

/**
 * A document: a host page or one of its frames. Functions run in the document and cannot use outer
 * variables.
 */
export interface Surface {
  /** Runs a function in the document. Arguments and result are passed as JSON. */
  run<A extends unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>
  /** Clicks the middle of an element with real mouse input, so that the click may open windows. */
  click(selector: string): Promise<void>
  /** Clicks an element and types with real input events. */
  type(selector: string, text: string): Promise<void>
  /** Chooses a file in a file input, as the browser's dialog does. */
  upload(selector: string, path: string): Promise<void>
}

export interface EnginePage extends Surface {
  goto(url: string): Promise<void>
  /** Goes back in the browser's history. */
  back(): Promise<void>
  /** Waits for the frame, at any depth, whose address contains this text. */
  frame(part: string): Promise<Surface>
  /**
   * Runs an action that opens a window and returns the window. If WebKit navigates instead, returns this
   * page.
   */
  opened(act: () => Promise<void>): Promise<EnginePage>
  resize(width: number, height: number): Promise<void>
  /** Switches to print media, where the engine supports it. */
  print?(): Promise<void>
  /** Errors on the console since the last `goto`, of the page and all its frames. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

/** Browser settings that a page needs. */
export interface Surroundings {
  width?: number
  height?: number
  /** Zoom factor: device pixels per CSS pixel. */
  zoom?: number
  reducedMotion?: boolean
  /** Blocks cookies and all other storage in third-party frames. */
  storageBlocked?: boolean
  /** Starts with an empty cache; an engine whose windows share one cache restarts the browser. */
  fresh?: boolean
}

export interface Engine {
  name: EngineName
  /** Maximum number of pages open at the same time. */
  windows: number
  /** Opens a separate window without data from earlier pages. */
  open(around?: Surroundings): Promise<EnginePage>
  close(): Promise<void>
}

/** The browser did not respond to a command. It hangs, which proves nothing about the page. */
export class BrowserHangs extends Error {
  override name = 'BrowserHangs'
}

/** Polls until the check returns a truthy value. @throws after the timeout, with the last failure as cause */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false | null>,
  timeoutMs = PATIENCE,
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (let last: unknown; ;) {
    try {
      const found = await check()
      if (found) return found
    } catch (why) {
      if (why instanceof BrowserHangs) throw why
      last = why
    }
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
