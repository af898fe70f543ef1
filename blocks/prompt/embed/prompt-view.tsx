import './prompt-page.css'
import { useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import { refusalWords } from '#kernel/browser/call.ts'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { PromptMessage } from '../endpoints.ts'
import type { PromptPageData } from './data-types.ts'
import { HandOverForm } from './hand-over-form.tsx'
import { HistoryView } from './history-view.tsx'
import { MessageView } from './message-view.tsx'
import { texts } from './texts/spoken.ts'
import { useConversation } from './use-conversation.ts'

export interface PromptViewProps extends EmbedPageProps<PromptPageData> {
  /** Of its heading: 1 on its own page. */
  level?: 1 | 4
}

/** An assistant that answers from the tenant's sources. The Studio shows it beside its form. */
export function PromptView({ data, embed, level = 1 }: PromptViewProps) {
  const talk = useConversation(data, embed)
  const field = useRef<HTMLTextAreaElement>(null)
  const [extra, setExtra] = useState<'history' | 'person'>()
  const { assistant, messages, refusal, isRunning } = talk

  if (data.error || !data.tenant)
    return <Note tone="danger" title={texts.errors[data.error ?? 'unexpected']} isPage role="alert" />
  if (!assistant) return <Note tone="info" title={texts.missing} isPage />
  if (assistant.state !== 'open')
    return (
      <Note
        tone="info"
        isPage
        title={texts.states[assistant.state]}
        action={
          assistant.state === 'sign_in' ? (
            <Button size="small" onClick={signIn}>
              {texts.signIn}
            </Button>
          ) : undefined
        }
      />
    )

  function signIn() {
    if (parent !== window) embed?.tell({ type: 'open', block: 'auth' })
    else open(`/embed/auth?${new URLSearchParams({ tenant: data.tenant!.public_key })}`, '_blank')
  }

  function send(question: string) {
    const text = question.trim()
    if (!text || !embed || isRunning) return
    setExtra(undefined)
    void talk.ask(text)
    if (field.current) field.current.value = ''
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    send(field.current!.value)
  }

  /** Enter sends, as in every chat; a word that is being composed is not complete. */
  function key(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send(event.currentTarget.value)
  }

  const Heading = `h${level}` as const
  // In the Studio it is in a region that has a name.
  const Frame = level === 1 ? 'section' : 'div'
  const canHandOver = assistant.hand_over && messages.length > 0 && !isRunning
  return (
    <Frame className="ask" aria-label={level === 1 ? assistant.name : undefined}>
      <header className="ask-head">
        <Heading>
          <bdi>{assistant.name}</bdi>
        </Heading>
        <span>
          {talk.signedIn ? (
            <Button
              size="small"
              variant="ghost"
              aria-pressed={extra === 'history'}
              onClick={() => setExtra(extra === 'history' ? undefined : 'history')}
            >
              {texts.history}
            </Button>
          ) : null}
          {messages.length > 0 ? (
            <Button size="small" variant="ghost" onClick={talk.reset}>
              {texts.fresh}
            </Button>
          ) : null}
        </span>
      </header>
      {extra === 'history' && embed ? (
        <HistoryView
          embed={embed}
          assistant={assistant.id}
          onOpen={(id) =>
            void talk.load(id).then(
              () => setExtra(undefined),
              () => undefined,
            )
          }
          onDeleted={(id) => (talk.current().id === id ? talk.reset() : undefined)}
        />
      ) : messages.length === 0 ? (
        <>
          {assistant.greeting ? <p className="ask-greeting">{assistant.greeting}</p> : null}
          {assistant.suggestions.length > 0 ? (
            <p className="ask-suggestions">
              {assistant.suggestions.map((suggestion) => (
                <Button key={suggestion} size="small" onClick={() => send(suggestion)}>
                  <bdi>{suggestion}</bdi>
                </Button>
              ))}
            </p>
          ) : null}
        </>
      ) : (
        <ol className="ask-turns">
          {messages.map((message, at) => (
            <MessageView
              key={message.id || at}
              message={message}
              embed={embed}
              secret={talk.current().secret}
              onRetry={() => send(message.question)}
              onRated={talk.replace}
            />
          ))}
        </ol>
      )}
      {canHandOver && extra === 'person' && assistant.hand_over?.kind === 'email' ? (
        <HandOverForm embed={embed!} conversation={talk.current()} onClose={() => setExtra(undefined)} />
      ) : null}
      {refusal ? (
        <p role="alert">
          {refusalWords(refusal.error, { codes: texts.refusals, unexpected: texts.errors.unexpected })}{' '}
          <Button size="small" onClick={() => send(refusal.question)}>
            {texts.retry}
          </Button>
        </p>
      ) : null}
      <form className="ask-form" method="get" onSubmit={submit}>
        <textarea
          ref={field}
          name="question"
          className="bb-input"
          rows={2}
          maxLength={2000}
          dir="auto"
          aria-label={texts.ask}
          placeholder={texts.ask}
          onKeyDown={key}
        />
        {isRunning ? (
          <Button onClick={talk.stop}>{texts.stop}</Button>
        ) : (
          <Button type="submit" variant="primary">
            {texts.send}
          </Button>
        )}
      </form>
      {canHandOver && extra !== 'person' ? (
        <Button
          size="small"
          variant="ghost"
          onClick={() =>
            assistant.hand_over!.kind === 'form'
              ? embed!.tell({ type: 'open', block: 'form' })
              : setExtra('person')
          }
        >
          {texts.person.ask}
        </Button>
      ) : null}
      <p className="ask-quiet ask-small">{assistant.has_model ? texts.note : texts.noModel}</p>
      <p className="ask-said" aria-live="polite">
        {announced(messages.at(-1))}
      </p>
    </Frame>
  )
}

/** What screen readers announce: the whole answer once, not each of its pieces. */
function announced(last: PromptMessage | undefined): string {
  if (!last) return ''
  if (last.state === 'running') return texts.thinking
  if (last.state === 'refused') return last.answer || texts.refusal
  if (last.state === 'failed') return texts.problems[last.problem ?? 'model_broken']
  return last.answer.replace(/ ?\[\d+\]|\*\*/g, '') || texts.stopped
}
