import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import type { ListClosed as Why } from '#blocks/database/endpoints.ts'
import type { ListPageData } from '../data-types.ts'
import { openSignIn } from '../open-sign-in.ts'
import { texts } from '../texts/spoken.ts'

interface ListClosedProps {
  why: Why
  data: ListPageData
  embed: EmbedApi | undefined
}

/** In place of the rows that are not for this visitor: why, and what to do. */
export function ListClosed({ why, data, embed }: ListClosedProps) {
  return (
    <div className="list-empty">
      <Note
        tone="info"
        title={why === 'sign_in' ? texts.list.signIn : texts.list.notForYou}
        {...(why === 'sign_in' && {
          action: (
            <Button size="small" onClick={() => openSignIn(data, embed!)}>
              {texts.signIn}
            </Button>
          ),
        })}
      />
    </div>
  )
}
