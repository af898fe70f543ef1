import type { ChatRequest } from './request-contract.ts'

/** How a model of the stand-in responds. None of them knows a right answer: what they say is made of what they were sent. */
export interface Behavior {
  /** The pieces of the text, in order. */
  says: (request: ChatRequest) => string[]
  /** Milliseconds before each piece. */
  pauseMs?: number
  /** Ends the connection after this many pieces. */
  cutAfter?: number
  /** Sends nothing more after this many pieces, and leaves the connection open. */
  hangsAfter?: number
  /** Responds with this status instead. */
  status?: number
  headers?: Record<string, string>
  /** Sends this text instead of a stream of this API. */
  garbage?: string
  /** Sends more than `max_tokens`. */
  ignoresLimit?: true
  /** Calls a tool that no one offered it. */
  callsTool?: true
  /** Reports no usage. */
  countsNothing?: true
}

/** About 20 characters each; long ones of 1,000, as a whole input has too many words to send each alone. */
const pieces = (text: string): string[] =>
  text.match(text.length > 2000 ? /[\s\S]{1,1000}/g : /[\s\S]{1,20}/g) ?? []
const inputOf = ({ messages }: ChatRequest): string => messages.map(({ content }) => content).join('\n\n')
const userInput = ({ messages }: ChatRequest): string =>
  messages
    .filter(({ role }) => role !== 'system')
    .map(({ content }) => content)
    .join('\n\n')

/** The beginnings of numbered passages in the input, each with its number. */
function quotes(request: ChatRequest): string {
  const passages = [
    ...userInput(request).matchAll(/<passage[^>]*\bnumber="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage/g),
  ]
  const firstOf = (text: string) => /^[\s\S]{10,300}?[.!?。](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 200)
  return passages
    .slice(0, 2)
    .map(
      ([, number, text = '']) => `${firstOf(text.split('\n').slice(1).join(' ').trim() || text)} [${number}]`,
    )
    .join('\n\n')
}

/** Does what any text in its input says, as a model does that cannot tell instructions from data. */
function obeyed(request: ChatRequest): string {
  const orders = [
    ...inputOf(request).matchAll(/(?:say|print|repeat|write|output|reply with)[: ]+"?([^"\n]{1,400})/gi),
  ]
  const markup =
    '<script>alert(1)</script> <img src="https://evil.example/p.png"> ![x](https://evil.example/x.png) [click](https://evil.example/go) https://evil.example/raw'
  return `${inputOf(request)}\n${orders.map(([, order]) => order).join('\n')}\n${markup} [1] [99]`
}

export const BEHAVIORS: Record<string, Behavior> = {
  'sandbox-quote': { says: (request) => pieces(quotes(request) || 'NO_ANSWER'), pauseMs: 15 },
  'sandbox-echo': { says: (request) => pieces(inputOf(request)), ignoresLimit: true },
  'sandbox-obey': { says: (request) => pieces(obeyed(request)), ignoresLimit: true, callsTool: true },
  'sandbox-no-answer': { says: () => ['NO_', 'ANSWER'] },
  'sandbox-slow': {
    says: () => pieces('one two three four five six seven eight nine ten. '.repeat(20)),
    pauseMs: 200,
  },
  'sandbox-hang': {
    says: () => pieces('This is the beginning of an answer that never ends.'),
    hangsAfter: 1,
  },
  'sandbox-cut': { says: () => pieces('This is the beginning of an answer that is cut off.'), cutAfter: 2 },
  'sandbox-garbage': { says: () => [], garbage: 'data: {"choices": [{]}\n\ndata: <html>\n\n' },
  'sandbox-page': { says: () => [], garbage: '<!doctype html><title>Login</title>' },
  'sandbox-empty': { says: () => [] },
  'sandbox-fail': { says: () => [], status: 500 },
  'sandbox-limit': { says: () => [], status: 429, headers: { 'retry-after': '7' } },
  'sandbox-no-key': { says: () => [], status: 401 },
  'sandbox-huge': { says: () => pieces('very long '.repeat(40_000)), ignoresLimit: true },
  'sandbox-uncounted': { says: (request) => pieces(quotes(request) || 'Nothing.'), countsNothing: true },
}
