// Second chunk of the loader, loaded when a page uses it: session calls, panels, `data-bb-show`.
import { takeCodes } from './codes.ts'
import type { Commands } from './commands.ts'
import { makeGate } from './gate.ts'
import { makeMessageHandler } from './hear.ts'
import { readHostTheme } from './host-theme.ts'
import { type Extra, loadExtra } from './load-extra.ts'
import { makeMeasuring } from './measuring.ts'
import { note } from './note.ts'
import type { Page } from './page.ts'
import { makePanel } from './panel.ts'
import { makeQuestions } from './questions.ts'

/**
 * Connects the second chunk to the first one's message handler and returns its commands.
 * @param later the same object as `page` since 1.5.0; a cached first chunk may be older
 */
export function startMore(
  page: Page,
  later: Pick<Page, 'receive'>,
): (name: string, args: unknown[]) => unknown {
  page.codes = takeCodes()
  page.read = readHostTheme
  const extra = (use: (part: Extra) => void) => void loadExtra().then(use, note)
  page.translate = (link, locale) => extra(({ translate }) => translate(link, locale))
  // Back from a payment: to where the visitor was.
  if (page.codes.order) extra(({ restorePlace }) => restorePlace())
  const panel = makePanel(page)
  const questions = makeQuestions(page)
  const gate = makeGate(page, questions)
  const measure = makeMeasuring((calls) => extra(({ startMeasure }) => startMeasure(page, calls)))
  later.receive = makeMessageHandler(page, { panel, questions, gate, measure })
  gate()
  const commands: Commands = {
    open: (block: string, settings?: Record<string, string>) => panel.open(block, settings),
    close: () => panel.close(),
    user: () => questions.ask('user'),
    token: () => questions.ask('token'),
    signOut: () => questions.ask('sign-out'),
    track: (name: unknown) => measure('track', name),
    consent: (given: unknown) => measure('consent', given),
  }
  return async (name, args) => {
    if (!Object.hasOwn(commands, name)) throw new Error('there is no such command')
    // Callers of the stub cannot use a promise, so they pass a function as the last argument.
    const done = typeof args.at(-1) === 'function' ? (args.pop() as (answer: unknown) => void) : undefined
    const answer: unknown = await commands[name]!(...(args as never[]))
    done?.(answer)
    return answer
  }
}
