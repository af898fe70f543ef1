import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type axe from 'axe-core'
import type { ContextObject, FrameContext, PartialResults, Result, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { ROOT } from '../scripts/test-results.ts'

/** Milliseconds for the check of one page, on a loaded machine too. */
const PATIENCE = 120_000

interface Scope {
  /** Selectors of the parts to check; default: the whole page. */
  include?: string[]
  /** Selectors of the parts to skip. */
  exclude?: string[]
  /** Tags of the rules to run; default: all enabled rules. */
  tags?: string[]
}

/**
 * Returns the axe violations on a page and in its frames: the same rules on the same nodes as
 * `@axe-core/playwright` at a third of its cost. That package opens a second page for each check to merge the
 * partial results, and also transfers the checks that passed.
 */
export async function axeViolations(page: Page, scope: Scope = {}): Promise<Result[]> {
  // Axe waits without end for a frame that may not run scripts.
  const tooLong = new AbortController()
  try {
    return await Promise.race([
      run(page, scope),
      setTimeout(PATIENCE, undefined, { signal: tooLong.signal }).then(() => {
        throw new Error(`axe did not end within ${PATIENCE / 1000} s; may each frame run scripts?`)
      }),
    ])
  } finally {
    tooLong.abort()
  }
}

async function run(page: Page, { include = [], exclude = [], tags }: Scope): Promise<Result[]> {
  const options: RunOptions = { resultTypes: ['violations'], ...(tags && { runOnly: tags }) }
  const context = { include, exclude }
  const main = page.mainFrame()
  if (page.frames().length === 1) {
    await inject(main)
    return main.evaluate(async ([where, how]) => (await window.axe.run(where, how)).violations, [
      context,
      options,
    ] as const)
  }
  const partialResults = await partialResultsOf(main, context, options)
  return main.evaluate(
    async ([texts, how]) => {
      const results = texts.map((text) => JSON.parse(text) as PartialResults[number])
      return (await window.axe.finishRun(results, how)).violations
    },
    [partialResults, options] as const,
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The minified file of the same code, because each document receives and parses it. */
const SOURCE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** Loads axe unless an earlier check already loaded it into this document. */
async function inject(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(SOURCE)
}

/**
 * Partial results of a frame and its child frames, in document order, for `finishRun`. Each is a JSON text, because
 * Playwright copies an object value by value, which takes longer than the rules.
 */
async function partialResultsOf(frame: Frame, context: object, options: RunOptions): Promise<string[]> {
  await inject(frame)
  const childFrames: FrameContext[] = await frame.evaluate(
    (where) => window.axe.utils.getFrameContexts(where as ContextObject),
    context,
  )
  const partialResults = [
    await frame.evaluate(
      async ([where, how]) => JSON.stringify(await window.axe.runPartial(where as ContextObject, how)),
      [context, options] as const,
    ),
  ]
  for (const { frameSelector, frameContext } of childFrames) {
    const element = await frame.evaluateHandle(
      (selector) => window.axe.utils.shadowSelect(selector),
      frameSelector,
    )
    const child = await element.asElement()?.contentFrame()
    partialResults.push(...(child ? await partialResultsOf(child, frameContext, options) : ['null']))
  }
  return partialResults
}
