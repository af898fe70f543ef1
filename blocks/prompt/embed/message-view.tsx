import { useId, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { openPromptSource, ratePrompt } from '../endpoints.ts'
import type { PromptMessage } from '../endpoints.ts'
import { AnswerText } from './answer-text.tsx'
import { texts } from './texts/spoken.ts'

interface MessageViewProps {
  message: PromptMessage
  embed: EmbedApi | undefined
  secret: string | undefined
  onRetry: () => void
  onRated: (message: PromptMessage) => void
}

/** A question and its answer, with what it cites, how it went, and whether it helped. */
export function MessageView({ message, embed, secret, onRetry, onRated }: MessageViewProps) {
  const { answer, state, problem, citations, rating } = message
  const [opened, setOpened] = useState<{ number: number; text?: string; isClosed?: true }>()
  const panel = useId()
  const isDone = state !== 'running'

  async function open(number: number) {
    if (opened?.number === number) return setOpened(undefined)
    setOpened({ number })
    try {
      const { text } = await embed!.call(openPromptSource, {
        message: message.id,
        number,
        ...(secret && { secret }),
      })
      setOpened({ number, text })
    } catch {
      setOpened({ number, isClosed: true })
    }
  }

  async function rate(given: 1 | -1) {
    const next = rating === given ? 0 : given
    const { rating: _, ...unrated } = message
    onRated(next ? { ...unrated, rating: next } : unrated)
    await embed!
      .call(ratePrompt, { message: message.id, rating: next, ...(secret && { secret }) })
      .catch(() => onRated(message))
  }

  const text = state === 'refused' && !answer ? texts.refusal : answer
  const note =
    state === 'failed'
      ? texts.problems[problem ?? 'model_broken']
      : state === 'stopped'
        ? texts.stopped
        : state === 'passages'
          ? texts.passages
          : ''
  return (
    <li className="ask-turn">
      <p className="ask-question">
        <bdi>{message.question}</bdi>
      </p>
      <div className="ask-answer" dir="auto" aria-busy={!isDone}>
        {state === 'passages' ? <p className="ask-quiet">{note}</p> : null}
        {text ? (
          <AnswerText
            text={text}
            cited={citations.map(({ number }) => number)}
            onCite={(number) => void open(number)}
            citeLabel={texts.openSource}
          />
        ) : null}
        {isDone ? null : <p className="ask-quiet">{text ? '…' : texts.thinking}</p>}
        {note && state !== 'passages' ? <p className="ask-quiet">{note}</p> : null}
        {citations.length > 0 ? (
          <ul className="ask-sources" aria-label={texts.sources}>
            {citations.map(({ number, title, url }) => (
              <li key={number}>
                <button
                  type="button"
                  className="ask-source"
                  aria-expanded={opened?.number === number}
                  aria-controls={panel}
                  onClick={() => void open(number)}
                >
                  <span aria-hidden="true">{number}</span> <bdi>{title}</bdi>
                </button>
                {opened?.number === number ? (
                  <div id={panel} className="ask-passage" dir="auto">
                    {opened.isClosed ? texts.sourceClosed : (opened.text ?? texts.loading)}
                    {url ? (
                      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                        {texts.openPage}
                      </a>
                    ) : null}
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        {isDone ? (
          <p className="ask-actions">
            {state === 'failed' || state === 'stopped' ? (
              <Button size="small" onClick={onRetry}>
                {texts.retry}
              </Button>
            ) : null}
            {state === 'answered' || state === 'passages' || state === 'refused' ? (
              <>
                <Button size="small" variant="ghost" aria-pressed={rating === 1} onClick={() => void rate(1)}>
                  {texts.helpful}
                </Button>
                <Button
                  size="small"
                  variant="ghost"
                  aria-pressed={rating === -1}
                  onClick={() => void rate(-1)}
                >
                  {texts.notHelpful}
                </Button>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
    </li>
  )
}
