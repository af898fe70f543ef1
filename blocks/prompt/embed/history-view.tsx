import { useEffect, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { moment } from '#kernel/browser/local.ts'
import { Button } from '#ui/base/button.tsx'
import { deleteConversation, myConversations } from '../endpoints.ts'
import type { PromptConversation } from '../endpoints.ts'
import { texts } from './texts/spoken.ts'

interface HistoryViewProps {
  embed: EmbedApi
  assistant: string
  onOpen: (id: string) => void
  onDeleted: (id: string) => void
}

/** Conversations of a signed-in member, to continue or delete. */
export function HistoryView({ embed, assistant, onOpen, onDeleted }: HistoryViewProps) {
  const [list, setList] = useState<PromptConversation[]>()
  useEffect(() => {
    embed.call(myConversations, { assistant }).then(
      ({ conversations }) => setList(conversations),
      () => setList([]),
    )
  }, [embed, assistant])

  async function remove(id: string) {
    try {
      await embed.call(deleteConversation, { conversation: id })
      setList((all) => all?.filter((one) => one.id !== id))
      onDeleted(id)
    } catch {
      // It stays in the list, to try again.
    }
  }

  if (!list) return <p className="ask-quiet">{texts.loading}</p>
  if (list.length === 0) return <p className="ask-quiet">{texts.noHistory}</p>
  return (
    <ul className="ask-history">
      {list.map(({ id, title, at }) => (
        <li key={id}>
          <button type="button" className="ask-source" onClick={() => onOpen(id)}>
            <bdi>{title}</bdi> <small>{moment(at)}</small>
          </button>
          <Button
            size="small"
            variant="ghost"
            tone="danger"
            aria-label={texts.deleteOf(title)}
            onClick={() => void remove(id)}
          >
            {texts.delete}
          </Button>
        </li>
      ))}
    </ul>
  )
}
