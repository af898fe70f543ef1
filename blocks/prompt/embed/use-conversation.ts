import { useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { readAssistant, readConversation } from '../endpoints.ts'
import type { PromptAssistant, PromptMessage } from '../endpoints.ts'
import { askStream } from './ask-stream.ts'
import type { PromptPageData } from './data-types.ts'

/** A question that the server refused before it was asked. */
export interface Refusal {
  question: string
  error: unknown
}

/** Where the frame stores the conversation of a visitor, to show it again after a reload. */
const STORED = 'conversation'

/** A conversation as the page shows it, and the question that is being answered. */
export function useConversation(data: PromptPageData, embed: EmbedApi | undefined) {
  const [assistant, setAssistant] = useState<PromptAssistant | null>(data.assistant ?? null)
  const [messages, setMessages] = useState<PromptMessage[]>([])
  const [refusal, setRefusal] = useState<Refusal>()
  const [signedIn, setSignedIn] = useState(false)
  const conversation = useRef<{ id?: string; secret?: string }>({})
  const running = useRef<AbortController>(undefined)
  const [isRunning, setIsRunning] = useState(false)
  const named = data.assistant ? { assistant: data.assistant.id } : {}

  useEffect(() => {
    if (!embed || data.error || !data.assistant) return undefined
    let user: string | null | undefined
    const follow = () => {
      const next = embed.session.user?.id ?? null
      setSignedIn(next !== null)
      if (next === user) return
      const isFirst = user === undefined
      user = next
      // What a member asked is not shown to the next person at this screen.
      if (!isFirst) reset()
      else void restore()
      void embed.call(readAssistant, named).then(setAssistant, () => undefined)
    }
    void embed.arrival.then(follow)
    const stop = embed.session.subscribe(follow)
    return () => {
      stop()
      running.current?.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the page's data does not change
  }, [embed])

  function remember() {
    embed!.keep.set(STORED, conversation.current.id ? JSON.stringify(conversation.current) : null)
  }

  async function restore() {
    try {
      const stored = JSON.parse(embed!.keep.get(STORED) ?? '{}') as { id?: string; secret?: string }
      if (stored.id) await load(stored.id, stored.secret)
    } catch {
      embed!.keep.set(STORED, null)
    }
  }

  /** @throws {CallError} if it is not theirs, or was deleted */
  async function load(id: string, secret?: string) {
    const read = await embed!.call(readConversation, { conversation: id, ...(secret && { secret }) })
    conversation.current = { id, ...(secret && { secret }) }
    setMessages(read.messages)
    setRefusal(undefined)
    remember()
  }

  function reset() {
    running.current?.abort()
    conversation.current = {}
    setMessages([])
    setRefusal(undefined)
    remember()
  }

  async function ask(question: string) {
    if (running.current) return
    const own = (running.current = new AbortController())
    setIsRunning(true)
    setRefusal(undefined)
    let shown: PromptMessage = {
      id: '',
      at: new Date().toISOString(),
      question,
      answer: '',
      state: 'running',
      citations: [],
    }
    const before = messages
    const show = (more: Partial<PromptMessage>) => {
      shown = { ...shown, ...more }
      if (running.current === own) setMessages([...before, shown])
    }
    show({})
    try {
      const { id, secret } = conversation.current
      const done = await askStream(
        data,
        embed!,
        { ...named, question, ...(id && { conversation: id }), ...(secret && { secret }) },
        own.signal,
        {
          onStart(start) {
            conversation.current = {
              id: start.conversation,
              ...(start.secret ? { secret: start.secret } : secret && { secret }),
            }
            remember()
            show({ id: start.message })
          },
          onText: (answer) => show({ answer }),
        },
      )
      show(done ?? { state: 'stopped' })
    } catch (error) {
      if (shown.id) show({ state: 'failed', problem: 'model_broken' })
      else {
        if (running.current === own) setMessages(before)
        if (error instanceof CallError && error.status === 404) reset()
        setRefusal({ question, error })
      }
    } finally {
      if (running.current === own) {
        running.current = undefined
        setIsRunning(false)
      }
    }
  }

  return {
    assistant,
    messages,
    refusal,
    signedIn,
    isRunning,
    ask,
    load,
    reset,
    stop: () => running.current?.abort(),
    current: () => conversation.current,
    replace: (message: PromptMessage) =>
      setMessages((all) => all.map((one) => (one.id === message.id ? message : one))),
  }
}

export type Conversation = ReturnType<typeof useConversation>
