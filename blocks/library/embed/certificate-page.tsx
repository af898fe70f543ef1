import './library-page.css'
import type { EmbedPageProps } from '#kernel/browser/embed-page.ts'
import { day } from '#kernel/browser/local.ts'
import { Note } from '#ui/base/note.tsx'
import type { CertificatePageData } from './data-types.ts'
import { texts } from './texts/spoken.ts'

export { language } from './texts/spoken.ts'

/** `/embed/certificate`: whether a code is that of a valid certificate, and of whose. */
export default function CertificatePage({ data }: EmbedPageProps<CertificatePageData>) {
  const { certificate: found, tenant, error } = data
  const copy = texts.certificate
  if (error || !tenant)
    return <Note tone="danger" title={texts.errors[error ?? 'unexpected']} isPage role="alert" />
  if (!found)
    return (
      <Note tone="danger" title={copy.invalid} isPage role="alert">
        {copy.invalidText}
      </Note>
    )
  return (
    <article className="lib lib-certificate">
      <p className="lib-quiet">
        <bdi>{tenant.name}</bdi>
      </p>
      <h1>{copy.title}</h1>
      <dl>
        <div>
          <dt>{copy.name}</dt>
          <dd>
            <bdi>{found.name}</bdi>
          </dd>
        </div>
        <div>
          <dt>{copy.course}</dt>
          <dd>
            <bdi>{found.course}</bdi>
          </dd>
        </div>
        <div>
          <dt>{copy.date}</dt>
          <dd>{day(found.issued_at)}</dd>
        </div>
      </dl>
      <p>{copy.valid}</p>
    </article>
  )
}
