// Second part of the loader, fetched when a page uses it: session questions, panels, gating.
import type { Commands } from './commands.ts'
import { makeGate } from './gate.ts'
import type { Later } from './listen.ts'
import type { Page } from './page.ts'
import { makePanel } from './panel.ts'
import { makeQuestions } from './questions.ts'

/** Hooks the second part into the first one's ears and gives its commands. */
export function startMore(page: Page, later: Later): (name: string, args: unknown[]) => unknown {
  const panel = makePanel(page)
  const questions = makeQuestions(page)
  later.receive = (mount, message) => {
    if (message.type === 'answer') questions.answer(message)
    if (message.type === 'close') panel.close(mount)
    if (message.type === 'open') {
      const { tenant, theme } = mount.settings
      panel.open(message.block, { tenant, theme })
    }
  }
  later.gate = makeGate(page)
  later.gate()
  const commands: Commands = {
    open: (block: string, settings?: Record<string, string>) => panel.open(block, settings),
    close: () => panel.close(),
    user: () => questions.ask('user'),
    token: () => questions.ask('token'),
    signOut: () => questions.ask('sign-out'),
    track: needs('track', 'analytics'),
    consent: needs('consent', 'analytics'),
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

/** A command that another block answers. */
function needs(command: string, block: string): () => Promise<never> {
  const why = `bb('${command}') needs the ${block} block, which is not installed here`
  return () => Promise.reject(new Error(why))
}
