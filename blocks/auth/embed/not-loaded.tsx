import { useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { texts } from './texts/spoken.ts'

/** Whether an address is answered, and wholly: a reload would cut off what is still on its way. */
async function comes(address: string, how: RequestInit): Promise<boolean> {
  try {
    const answer = await fetch(address, how)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/** In the place of a view whose script did not come. `why` is what its `import()` was refused with. */
export function NotLoaded({ why }: { why: unknown }) {
  const [busy, setBusy] = useState(false)

  /**
   * A browser remembers a module it could not load: only a new document asks for it again, and in WebKit only once it was
   * fetched for something else than a script (embed/client.ts). Where the network or the server is still away, this document
   * stays.
   */
  async function again() {
    setBusy(true)
    // Named by embed/slim-preload.ts.
    const { files = [] } = why as { files?: string[] }
    const came = await Promise.all([
      comes(location.href, { method: 'HEAD' }),
      ...files.map((file) => comes(file, { cache: 'reload' })),
    ])
    if (came.every(Boolean)) location.reload()
    else setBusy(false)
  }

  return (
    <Note
      tone="danger"
      role="alert"
      action={
        <Button busy={busy} onClick={again}>
          {texts.tryAgain}
        </Button>
      }
    >
      {texts.errors.codes['network']}
    </Note>
  )
}
