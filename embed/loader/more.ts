// Second chunk of the loader, loaded when a page uses it: session calls, panels, `data-bb-show`.
import { takeCodes } from './codes.ts'
import type { Commands } from './commands.ts'
import { makeGate } from './gate.ts'
import { makeMessageHandler } from './hear.ts'
import { readHostTheme } from './host-theme.ts'
import { makeMeasuring } from './measuring.ts'
import type { Page } from './page.ts'
import { makePanel } from './panel.ts'
import { restorePlace } from './place.ts'
import { makeQuestions } from './questions.ts'
import { openText } from './words.ts'

/**
 * Connects the second chunk to the first one's message handler and returns its commands.
 * @param later the same object as `page` since 1.5.0; a cached first chunk may be older
 */
export function startMore(
  page: Page,
  later: Pick<Page, 'receive'>,
): (name: string, args: unknown[]) => unknown {
  page.codes = takeCodes()
  // Back from a payment: to where the visitor was.
  if (page.codes.order) restorePlace()
  page.read = readHostTheme
  page.translate = (link, locale) => {
    link.textContent = openText(locale) ?? link.textContent
  }
  const panel = makePanel(page)
  const questions = makeQuestions(page)
  const gate = makeGate(page, questions)
  const measuring = makeMeasuring(page)
  later.receive = makeMessageHandler(page, { panel, questions, gate, measuring })
  gate()
  const commands: Commands = {
    open: (block: string, settings?: Record<string, string>) => panel.open(block, settings),
    close: () => panel.close(),
    user: () => questions.ask('user'),
    token: () => questions.ask('token'),
    signOut: () => questions.ask('sign-out'),
    track: (name: unknown) => measuring.call(['track', name]),
    consent: (given: unknown) => measuring.call(['consent', given]),
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
