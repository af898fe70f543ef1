import { type FunctionComponent, useEffect, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { openMedia, saveProgress, startCourse } from '../endpoints.ts'
import type { LibraryItem } from '../endpoints.ts'
import { ArticleView } from './article-view.tsx'
import { CourseOutline } from './course-outline.tsx'
import type { LibraryPageData } from './data-types.ts'
import { LazyPlayer } from './lazy-player.tsx'
import type { OwnCertificateProps } from './own-certificate.tsx'
import { texts } from './texts/spoken.ts'
import { WayIn } from './way-in.tsx'

interface ItemViewProps {
  item: LibraryItem
  data: LibraryPageData
  embed: EmbedApi | undefined
  signedIn: boolean
  /** A part of the host's own text: without title, summary and cover. */
  isGate?: boolean
  onOpen: (item: string) => void
  onBack: (() => void) | undefined
  reload: () => Promise<void>
  /** The visitor went to buy it. */
  onBuy: () => void
}

/** Few pages have one, so its code is not part of the first view. */
function LazyCertificate(props: OwnCertificateProps) {
  const [View, setView] = useState<FunctionComponent<OwnCertificateProps>>()
  const { state } = props.item.certificate!
  useEffect(() => {
    if (state === 'ready' || state === 'issued')
      void import('./own-certificate.tsx').then(({ default: own }) => setView(() => own))
  }, [state])
  return View ? <View {...props} /> : null
}

/** An item: what everyone sees of it, then its content, or how to get access. */
export function ItemView({
  item,
  data,
  embed,
  signedIn,
  isGate,
  onOpen,
  onBack,
  reload,
  onBuy,
}: ItemViewProps) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const { body } = item

  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    setFailed(false)
    try {
      await work()
      await reload()
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  return (
    <article className="lib">
      {onBack ? (
        <button type="button" className="lib-link" onClick={onBack}>
          {texts.back}
        </button>
      ) : null}
      {isGate ? null : (
        <>
          <h1 tabIndex={-1}>
            <bdi>{item.title}</bdi>
          </h1>
          {item.summary ? <p className="lib-quiet">{item.summary}</p> : null}
          {item.cover && !body?.file ? <img className="lib-cover" src={item.cover} alt="" /> : null}
        </>
      )}
      {item.teaser && !(isGate && body) ? <p className="lib-teaser">{item.teaser}</p> : null}
      {body ? (
        <>
          {embed && body.file && (item.kind === 'audio' || item.kind === 'video') ? (
            <LazyPlayer key={item.id} item={item} embed={embed} signedIn={signedIn} onRefused={reload} />
          ) : null}
          {body.doc ? <ArticleView doc={body.doc} /> : null}
          {body.url ? (
            <p>
              <a className="bb-button" href={body.url} target="_blank" rel="noopener noreferrer">
                {texts.openLink}
              </a>
            </p>
          ) : null}
          {body.file && item.kind === 'file' ? (
            <Button
              variant="primary"
              busy={busy}
              busyLabel={texts.loading}
              onClick={() => void run(download)}
            >
              {texts.download(body.file.name)}
            </Button>
          ) : null}
          {item.can_start && signedIn ? (
            <Button
              variant="primary"
              busy={busy}
              busyLabel={texts.loading}
              onClick={() => void run(() => embed!.call(startCourse, { item: item.id }))}
            >
              {texts.start}
            </Button>
          ) : null}
        </>
      ) : (
        <WayIn item={item} data={data} embed={embed} signedIn={signedIn} onBuy={onBuy} />
      )}
      {embed && item.certificate ? <LazyCertificate item={item} embed={embed} reload={reload} /> : null}
      {item.modules ? <CourseOutline modules={item.modules} onOpen={onOpen} /> : null}
      {body && signedIn && item.kind !== 'course' ? (
        item.progress?.finished ? (
          <p className="lib-quiet">{texts.finished}</p>
        ) : (
          <Button
            size="small"
            busy={busy}
            busyLabel={texts.loading}
            onClick={() => void run(() => embed!.call(saveProgress, { item: item.id, finished: true }))}
          >
            {texts.finish}
          </Button>
        )
      ) : null}
      {failed ? <p role="alert">{texts.errors.unexpected}</p> : null}
    </article>
  )

  async function download() {
    const { url, name } = await embed!.call(openMedia, { item: item.id })
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
  }
}
