import { type FormEvent, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { day } from '#kernel/browser/local.ts'
import { saveFile } from '#kernel/browser/save-file.ts'
import { Button } from '#ui/base/button.tsx'
import { Input } from '#ui/base/input.tsx'
import { certificatePdf, claimCertificate } from '../endpoints.ts'
import type { LibraryItem } from '../endpoints.ts'
import { texts } from './texts/spoken.ts'

export interface OwnCertificateProps {
  item: LibraryItem
  embed: EmbedApi
  reload: () => Promise<void>
}

/** The member's certificate of a finished course: the name for it, then the file and the page that proves it. */
export default function OwnCertificate({ item, embed, reload }: OwnCertificateProps) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const copy = texts.certificate
  const own = item.certificate

  async function run(work: () => Promise<void>) {
    setBusy(true)
    setFailed(false)
    await work().catch(() => setFailed(true))
    setBusy(false)
  }

  function claim(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('name')
    const name = typeof typed === 'string' ? typed.trim() : ''
    if (name)
      void run(async () => {
        await embed.call(claimCertificate, { item: item.id, name })
        await reload()
      })
  }
  const save = async () =>
    saveFile(
      'certificate.pdf',
      await embed.call(certificatePdf, { item: item.id, locale: document.documentElement.lang }),
    )

  if (own?.state !== 'ready' && own?.state !== 'issued') return null
  return (
    <section className="lib-own-certificate">
      <h2>{copy.title}</h2>
      {own.state === 'issued' ? (
        <>
          <p>
            <bdi>{own.name}</bdi>, {day(own.issued_at)}
          </p>
          <p className="lib-ways">
            <Button size="small" busy={busy} busyLabel={texts.loading} onClick={() => void run(save)}>
              {copy.pdf}
            </Button>
            <a href={own.url} target="_blank" rel="noopener noreferrer">
              {copy.check}
            </a>
          </p>
        </>
      ) : (
        <form onSubmit={claim}>
          <label>
            {copy.yourName}
            <Input name="name" required maxLength={100} defaultValue={embed.session.user?.name ?? ''} />
          </label>
          <p className="lib-quiet">{copy.nameStays}</p>
          <Button type="submit" variant="primary" busy={busy} busyLabel={texts.loading}>
            {copy.get}
          </Button>
        </form>
      )}
      {failed ? <p role="alert">{texts.errors.unexpected}</p> : null}
    </section>
  )
}
