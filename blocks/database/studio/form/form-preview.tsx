import '#blocks/database/embed/form-page.css'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import type { Field } from '#kernel/browser/fields/field.ts'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import type { ResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import { Note } from '#ui/base/note.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { prepareFormUpload } from '#blocks/database/endpoints.ts'
import type { FormPrice } from '#blocks/database/endpoints.ts'
import type { FormView } from '#blocks/database/embed/data-types.ts'
import { FormPages } from '#blocks/database/embed/form-pages.tsx'
import { texts } from '#blocks/database/embed/texts/spoken.ts'
import type { FormDesign, FormSettings } from '#kernel/browser/forms/form-design.ts'
import { withoutEmptyPages } from './design-changes.ts'

export interface FormPreviewProps {
  id: string
  title: string
  design: FormDesign
  settings: FormSettings
  fields: readonly Field[]
  /** Rows of visitors wait for approval. */
  approval: boolean
  /** Of the last step. */
  price: FormPrice | undefined
  look: ResolvedTenantTheme
}

/** The page's own form with the draft. It can be filled in and turned like on the site; sending stores nothing. */
export function FormPreview({
  id,
  title,
  design,
  settings,
  fields,
  approval,
  price,
  look,
}: FormPreviewProps) {
  const [sent, setSent] = useState(false)
  const [round, setRound] = useState(0)
  const shown = withoutEmptyPages(design)
  const view: FormView = {
    id,
    title,
    ...settings,
    ...(settings.payment?.quantity && { units: settings.payment.quantity }),
    design: shown,
    fields: [...fields],
  }
  function restart() {
    setSent(false)
    setRound(round + 1)
  }
  return (
    <section aria-label="Preview" className="lg:sticky lg:top-20">
      <div className="-mt-1.5 flex items-center justify-between">
        <h3 className="text-small font-label">Preview</h3>
        <IconButton
          label="Start again"
          icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />}
          onClick={restart}
        />
      </div>
      <ThemedContainer
        {...look}
        live
        className="relative overflow-clip rounded-card border border-line bg-surface p-6 max-sm:p-4 [&_h2]:text-[19px]/[26px] [&_h2]:font-semibold"
      >
        <section className="form">
          <h4 className="text-[19px]/[26px] font-semibold">{title}</h4>
          {sent ? (
            <div className="form-questions">
              <Note tone="ok" title={settings.thanks ? undefined : texts.thanks}>
                {settings.thanks ? <span className="form-lead">{settings.thanks}</span> : null}
                {approval ? <p>{texts.waits}</p> : null}
              </Note>
            </div>
          ) : (
            <>
              {settings.text ? <p className="form-lead">{settings.text}</p> : null}
              {shown.pages.length > 0 ? (
                <FormPages
                  // Another list of pages starts at the first one.
                  key={`${round} ${shown.pages.length}`}
                  form={view}
                  entry={{ state: 'open', ...(price && { price }) }}
                  embed={PREVIEW}
                  prefill={{}}
                  user={null}
                  onClosed={() => undefined}
                  onSent={() => setSent(true)}
                />
              ) : null}
            </>
          )}
        </section>
      </ThemedContainer>
      <p className="mt-2 text-caption text-text-3">
        How visitors see it. Fill it in to test conditions and pages: nothing that you send here is stored.
      </p>
    </section>
  )
}

/** Id of a file that was not sent. */
const NO_FILE = '00000000-0000-4000-8000-000000000000'

/** Replaces the host page and the server: sending ends at once, and no draft is kept. */
const PREVIEW = {
  call: (endpoint: object) =>
    Promise.resolve(endpoint === prepareFormUpload ? { id: NO_FILE, url: '', most: Number.MAX_VALUE } : {}),
  host: () => Promise.resolve({ pageUrl: '' }),
  keep: { get: () => null, set: () => undefined },
} as unknown as EmbedApi
