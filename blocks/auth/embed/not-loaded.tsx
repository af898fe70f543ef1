import { useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { texts } from './texts/spoken.ts'

/** Whether a file loads completely. Reloading the page sooner would abort a pending download. */
async function loadsFully(address: string, how: RequestInit): Promise<boolean> {
  try {
    const answer = await fetch(address, how)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/** Replaces a view whose script failed to load. `why` is the reason its `import()` rejected with. */
export function NotLoaded({ why }: { why: unknown }) {
  const [busy, setBusy] = useState(false)

  /**
   * Browsers cache a failed module import. Only a new document requests it again, and in WebKit only after it
   * was fetched as something other than a script (embed/client.ts). While the network or server is
   * unavailable, keep this document.
   */
  async function retry() {
    setBusy(true)
    // Set by embed/slim-preload.ts.
    const { files = [] } = why as { files?: string[] }
    const loaded = await Promise.all([
      loadsFully(location.href, { method: 'HEAD' }),
      ...files.map((file) => loadsFully(file, { cache: 'reload' })),
    ])
    if (loaded.every(Boolean)) location.reload()
    else setBusy(false)
  }

  return (
    <Note
      tone="danger"
      role="alert"
      action={
        <Button busy={busy} onClick={retry}>
          {texts.tryAgain}
        </Button>
      }
    >
      {texts.errors.codes['network']}
    </Note>
  )
}
