// Second part of the loader, fetched when a page uses it: session questions, panels, gating.
import { takeCodes } from './codes.ts'
import type { Commands } from './commands.ts'
import { makeGate } from './gate.ts'
import { makeHearing } from './hear.ts'
import type { Later } from './listen.ts'
import type { Page } from './page.ts'
import { makePanel } from './panel.ts'
import { makeQuestions } from './questions.ts'
import { openText } from './words.ts'

/** Hooks the second part into the first one's ears and gives its commands. */
export function startMore(page: Page, later: Later): (name: string, args: unknown[]) => unknown {
  page.codes = takeCodes()
  page.translate = (link, locale) => {
    link.textContent = openText(locale) ?? link.textContent
  }
  const panel = makePanel(page)
  const questions = makeQuestions(page)
  const gate = makeGate(page)
  later.receive = makeHearing(page, { panel, questions, gate })
  gate()
  const commands: Commands = {
    open: (block: string, settings?: Record<string, string>) => panel.open(block, settings),
    close: () => panel.close(),
    user: () => questions.ask('user'),
    token: () => questions.ask('token'),
    signOut: () => questions.ask('sign-out'),
  }
  return async (name, args) => {
    if (!Object.hasOwn(commands, name)) throw new Error('there is no such command')
    // Calls of the stub cannot wait for a promise: they give a function last.
    const done = typeof args.at(-1) === 'function' ? (args.pop() as (answer: unknown) => void) : undefined
    const answer: unknown = await commands[name]!(...(args as never[]))
    done?.(answer)
    return answer
  }
}
