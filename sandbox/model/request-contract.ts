/** What is wrong with a request, in the words of an API of this form. */
export interface Misfit {
  param: string | null
  message: string
}

export interface ChatMessage {
  role: 'system' | 'developer' | 'user' | 'assistant'
  content: string
}

export interface ChatRequest {
  model: string
  messages: ChatMessage[]
  stream?: boolean
  stream_options?: { include_usage?: boolean } | null
  max_tokens?: number | null
  max_completion_tokens?: number | null
  temperature?: number | null
}

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) > 0
const isFlag = (value: unknown) => typeof value === 'boolean'
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isBetween = (low: number, high: number) => (value: unknown) =>
  typeof value === 'number' && value >= low && value <= high

/** The parameters of `POST /chat/completions` that the product may send, and what each is. Others are refused, not ignored. */
const PARAMETERS: Record<string, (value: unknown) => boolean> = {
  model: (value) => typeof value === 'string' && value !== '',
  messages: (value) => Array.isArray(value) && value.length > 0,
  stream: isFlag,
  stream_options: (value) =>
    value === null ||
    (isObject(value) &&
      Object.entries(value).every(([name, one]) => name === 'include_usage' && isFlag(one))),
  max_tokens: (value) => value === null || isCount(value),
  max_completion_tokens: (value) => value === null || isCount(value),
  temperature: (value) => value === null || isBetween(0, 2)(value),
  top_p: (value) => value === null || isBetween(0, 1)(value),
  user: (value) => typeof value === 'string',
}
const REQUIRED = ['model', 'messages']
const ROLES = ['system', 'developer', 'user', 'assistant']

/** Checks the body of `POST /chat/completions`. `request-contract.test.ts` compares this with the published description of the API. */
export function checkChat(body: unknown): Misfit[] {
  if (!isObject(body)) return [{ param: null, message: 'The body is not a JSON object' }]
  const misfits: Misfit[] = REQUIRED.filter((name) => !(name in body)).map((param) => ({
    param,
    message: `Missing required parameter: '${param}'`,
  }))
  for (const [param, value] of Object.entries(body)) {
    const isRight = Object.hasOwn(PARAMETERS, param) ? PARAMETERS[param] : undefined
    if (!isRight) misfits.push({ param, message: `Unrecognized request argument supplied: ${param}` })
    else if (!isRight(value)) misfits.push({ param, message: `Invalid value for '${param}'` })
  }
  if (body['stream_options'] && body['stream'] !== true)
    misfits.push({
      param: 'stream_options',
      message: "'stream_options' is only allowed when 'stream' is true",
    })
  if (body['max_tokens'] && body['max_completion_tokens'])
    misfits.push({ param: 'max_tokens', message: 'Set one of max_tokens and max_completion_tokens' })
  const { messages } = body
  if (Array.isArray(messages)) messages.forEach((message, at) => misfits.push(...checkMessage(message, at)))
  return misfits
}

function checkMessage(message: unknown, at: number): Misfit[] {
  const param = `messages[${at}]`
  if (!isObject(message)) return [{ param, message: 'A message is not an object' }]
  const { role, content, ...more } = message
  const misfits: Misfit[] = Object.keys(more).map((name) => ({
    param: `${param}.${name}`,
    message: `Unrecognized request argument supplied: ${name}`,
  }))
  if (typeof role !== 'string' || !ROLES.includes(role))
    misfits.push({ param: `${param}.role`, message: 'Invalid role' })
  if (typeof content !== 'string')
    misfits.push({ param: `${param}.content`, message: 'The stand-in takes texts only' })
  return misfits
}
