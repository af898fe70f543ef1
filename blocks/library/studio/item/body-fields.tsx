import { File } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { config } from '#studio/config.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { UploadField } from '../media/upload-field.tsx'
import { VideoStatus } from '../media/video-status.tsx'
import { limitText, sizeText } from '../media/check-file.ts'
import type { ItemFieldsProps } from './item-fields.tsx'
import { hasFile } from './item-draft.ts'

const ArticleEditor = lazy(() => import('../article/article-editor.tsx'))

const FILE_HINTS = {
  file: (most: string) => `Up to ${most}. Only those who may open the item can download it.`,
  audio: (most: string) => `An audio file of up to ${most}. Playing goes on where the listener stopped.`,
  video: (most: string) => `A video file of up to ${most}. Playing goes on where the viewer stopped.`,
} as const
type FileKind = keyof typeof FILE_HINTS

/** What only those get who may open the item. */
export function BodyFields(props: ItemFieldsProps) {
  const { tenant, kind, item, draft, problem, onChange } = props
  if (kind === 'course') return <CourseBody item={item} />
  return (
    <>
      {kind === 'link' ? (
        <Field label="Link" error={problem('url')}>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={2000}
              value={draft.url}
              onChange={({ currentTarget: { value } }) => onChange({ url: value })}
            />
          )}
        </Field>
      ) : null}
      {hasFile(kind) ? (
        <UploadField
          tenantId={tenant.id}
          use={kind as FileKind}
          label={kind === 'file' ? 'File' : kind === 'audio' ? 'Audio file' : 'Video file'}
          hint={FILE_HINTS[kind as FileKind](limitText(kind as FileKind, config.fileBytes))}
          hasFile={draft.file !== undefined}
          error={problem('file')}
          onUploaded={(file) => onChange({ file })}
          onRemove={() => onChange({ file: undefined })}
        >
          {draft.file ? (
            <span className="flex min-w-0 items-center gap-2">
              <File size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
              <span className="wrap-anywhere">{draft.file.name}</span>
              <span className="shrink-0 text-small text-text-3">{sizeText(draft.file.size)}</span>
            </span>
          ) : null}
        </UploadField>
      ) : null}
      {kind === 'video' && item?.body.file && item.body.file.path === draft.file?.path ? (
        <VideoStatus tenantId={tenant.id} itemId={item.id} path={item.body.file.path} />
      ) : null}
      {kind === 'audio' || kind === 'video' ? (
        <Field
          label="Chapters"
          optional="(optional)"
          hint="One on each line, with its time: 1:30 The dough"
          error={problem('chapters')}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={draft.chapters}
              onChange={({ currentTarget: { value } }) => onChange({ chapters: value })}
            />
          )}
        </Field>
      ) : null}
      <div className="bb-field" data-article>
        <p className="bb-label">
          {kind === 'article' ? 'Text' : 'Text below it'}
          {kind === 'article' ? null : <small> (optional)</small>}
        </p>
        <Suspense fallback={<Skeleton height={380} width="100%" />}>
          <ArticleEditor
            label={kind === 'article' ? 'Text' : 'Text below it'}
            value={draft.doc}
            isInvalid={problem('doc') !== undefined}
            onChange={(doc) => onChange({ doc })}
          />
        </Suspense>
        {problem('doc') ? (
          <p className="bb-error" role="alert">
            {problem('doc')}
          </p>
        ) : null}
      </div>
    </>
  )
}

function CourseBody({ item }: Pick<ItemFieldsProps, 'item'>) {
  const [query] = useSearchParams()
  const hasLessons = (item?.modules?.length ?? 0) > 0
  const search = new URLSearchParams(query)
  // A course that was just created may still have the address of a new one.
  search.delete('kind')
  if (item) search.set('item', item.id)
  search.set('part', 'lessons')
  return (
    <p className="rounded-card border border-line p-4 text-text-2">
      {item ? (
        <>
          {hasLessons ? 'The lessons are on their own page: ' : 'The course has no lessons yet: '}
          <Link className="link" to={{ search: search.toString() }}>
            {hasLessons ? 'Edit lessons' : 'Add lessons'}
          </Link>
        </>
      ) : (
        'Save the course first. Then you add its lessons.'
      )}
    </p>
  )
}
