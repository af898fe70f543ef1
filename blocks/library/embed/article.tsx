import { useEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { openPictures } from '../endpoints.ts'
import type { Article as Doc, Node } from '../endpoints.ts'
import { ArticleView } from './article-view.tsx'

/** After a failure, another address is not requested sooner. */
const RETRY_MS = 30_000

interface ArticleProps {
  doc: Doc
  item: string
  embed: EmbedApi | undefined
}

/** The text of an open item. Its pictures have addresses of this browser, which end: one that loads too late gets another. */
export function Article({ doc, item, embed }: ArticleProps) {
  const [folder, setFolder] = useState<string>()
  const renewedAt = useRef(0)
  const isPictured = hasPicture(doc.content)

  async function renew() {
    if (!embed || Date.now() < renewedAt.current + RETRY_MS) return
    renewedAt.current = Date.now()
    // Without it, readers get the alternative text.
    const opened = await embed.call(openPictures, { item }).catch(() => undefined)
    setFolder(opened?.folder ?? '')
  }
  useEffect(() => {
    if (isPictured) void renew()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each item
  }, [item, isPictured, embed])

  return (
    <ArticleView
      doc={doc}
      renderPicture={({ path, alt, width, height }, key) => (
        <img
          key={key}
          alt={alt}
          width={width}
          height={height}
          {...(folder && { src: folder + path, onError: () => void renew() })}
        />
      )}
    />
  )
}

const hasPicture = (nodes: readonly Node[] = []): boolean =>
  nodes.some((node) => node.type === 'image' || ('content' in node && hasPicture(node.content)))
