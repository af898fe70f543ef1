import { Ellipsis, File, Folder, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDate } from '#kernel/browser/dates.ts'
import { config } from '#studio/config.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { useCopy } from '#ui/code/use-copy.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { EmptyRow } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { publicAddress } from './bucket-code.ts'
import { sizeText } from './bucket-draft.ts'
import type { BucketPageProps } from './bucket-page.tsx'
import type { Bucket, StoredEntry } from './bucket.ts'
import { useDeleteFile, useDownloadFile, useFiles, useUploadFiles } from './use-files.ts'

/** The files and folders of a bucket, in the folder that the address names. */
export function FilesSection({ tenant, bucket }: BucketPageProps) {
  const [query] = useSearchParams()
  const folder = query.get('folder') ?? ''
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useFiles(
    tenant.id,
    bucket.id,
    folder,
  )
  const upload = useUploadFiles(tenant.id, bucket.id, folder)
  const input = useRef<HTMLInputElement>(null)
  const entries = data?.pages.flat()
  const at = (next: string) =>
    `?${new URLSearchParams({ tenant: tenant.id, bucket: bucket.id, ...(next && { folder: next }) })}`
  return (
    <section aria-labelledby="files-title" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="files-title" className="text-subheading">
          Files
        </h2>
        <input
          ref={input}
          type="file"
          multiple
          className="sr-only"
          tabIndex={-1}
          aria-label="Files to upload"
          accept={bucket.allowed_mime_types?.join(',')}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            currentTarget.value = ''
            if (files.length > 0) upload.mutate(files)
          }}
        />
        <Button
          size="small"
          icon={<Upload size={16} strokeWidth={1.75} aria-hidden />}
          busy={upload.isPending}
          busyLabel="Uploading..."
          onClick={() => input.current?.click()}
        >
          Upload
        </Button>
      </div>
      {folder ? <FolderPath bucket={bucket.name} folder={folder} at={at} /> : null}
      <ListFrame
        loading={!entries}
        skeleton={<RowsSkeleton rows={3} />}
        failed={isError && 'The files could not be loaded.'}
        busy={isFetching}
        onRetry={() => void refetch()}
        onMore={hasNextPage && (() => void fetchNextPage())}
        empty={
          entries?.length === 0 ? (
            <EmptyRow
              icon={<File size={18} strokeWidth={1.75} aria-hidden />}
              text={folder ? 'This folder is empty.' : 'No files yet.'}
            />
          ) : undefined
        }
      >
        <ul aria-label="Files" className="divide-y divide-line">
          {entries?.map((entry) => (
            <li key={entry.name} className="flex min-h-13.5 items-center gap-3 py-1">
              {entry.id === null ? (
                <>
                  <Folder size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
                  <Link className="min-w-0 flex-1 wrap-anywhere" to={at(`${folder}${entry.name}/`)}>
                    {entry.name}
                  </Link>
                </>
              ) : (
                <FileRow tenant={tenant} bucket={bucket} entry={entry} path={folder + entry.name} />
              )}
            </li>
          ))}
        </ul>
      </ListFrame>
    </section>
  )
}

interface FolderPathProps {
  bucket: string
  folder: string
  /** The address of a folder. */
  at: (folder: string) => string
}

/** Leads to the folders above. */
function FolderPath({ bucket, folder, at }: FolderPathProps) {
  const steps = folder.split('/').slice(0, -1)
  return (
    <nav aria-label="Folder" className="mb-3 flex flex-wrap gap-x-2 text-small wrap-anywhere text-text-2">
      <Link className="link" to={at('')}>
        {bucket}
      </Link>
      {steps.map((step, place) => {
        const path = `${steps.slice(0, place + 1).join('/')}/`
        return (
          <span key={path} className="contents">
            <span aria-hidden>/</span>
            {place < steps.length - 1 ? (
              <Link className="link" to={at(path)}>
                {step}
              </Link>
            ) : (
              <span aria-current="page">{step}</span>
            )}
          </span>
        )
      })}
    </nav>
  )
}

interface FileRowProps {
  tenant: TenantRow
  bucket: Bucket
  entry: StoredEntry
  /** With its folders. */
  path: string
}

function FileRow({ tenant, bucket, entry: { name, metadata, updated_at }, path }: FileRowProps) {
  const [isDeleting, setDeleting] = useState(false)
  const download = useDownloadFile(tenant.id, bucket.id)
  const remove = useDeleteFile(tenant.id, bucket.id)
  const { copy } = useCopy()
  const key = tenant.public_key
  return (
    <>
      <File size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{name}</span>
        <span className="block text-caption text-text-3">
          {[
            metadata?.size === undefined ? '' : sizeText(metadata.size),
            updated_at ? formatDate(updated_at) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <Menu
        trigger={
          <IconButton
            label={`More for ${name}`}
            icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
      >
        <MenuItem onSelect={() => download.mutate(path)}>Download</MenuItem>
        {bucket.public && key ? (
          <MenuItem
            onSelect={() =>
              void copy(publicAddress(config.url, key, bucket.id, path)).then((done) =>
                done ? toast.success('Address copied') : toast.error('Error', 'It could not be copied.'),
              )
            }
          >
            Copy address
          </MenuItem>
        ) : null}
        <MenuLine />
        <MenuItem tone="danger" onSelect={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(path, { onSuccess: () => setDeleting(false) })}
      >
        The file is deleted at once. This action cannot be undone.
      </ConfirmDialog>
    </>
  )
}
