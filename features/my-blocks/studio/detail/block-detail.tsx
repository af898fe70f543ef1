import { ArrowLeft, CopyPlus, Trash2 } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useUnsaved } from '#studio/data/use-unsaved.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tabs } from '#ui/tabs/tabs.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { BlockRow } from '../block-row.ts'
import { typeOf } from '../type-of.ts'
import { useDuplicateBlock } from '../use-blocks.ts'
import { useRemoveBlock } from '../use-delete-block.ts'
import { usePlace } from '../use-query-param.ts'
import { AccessTab } from './access-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { useDrafts } from './use-drafts.ts'

const TABS = ['overview', 'access', 'settings'] as const
type TabId = (typeof TABS)[number]

/** One block with its tabs: overview, access and settings. Unsaved edits survive switching tabs. */
export function BlockDetail({ block }: { block: BlockRow }) {
  const drafts = useDrafts(block)
  const release = useUnsaved(drafts.unsaved, `Your changes to ${block.title} are not saved.`)
  const tab = usePlace('tab')
  const dialog = usePlace('dialog')
  const navigate = useNavigate()
  const duplicate = useDuplicateBlock((row) => void navigate(`/bolt/blocks/${row.id}`))
  const removeBlock = useRemoveBlock()
  const remove = useMutation({
    mutationFn: () => removeBlock(block),
    onSuccess() {
      release()
      toast.success('Block deleted', block.title)
      return navigate('/bolt/blocks', { replace: true })
    },
    onError: () => toast.error('Error', 'Failed to delete block.'),
  })
  const shown: TabId = TABS.find((each) => each === tab.value) ?? 'overview'

  return (
    <>
      <title>{`${block.title} · Bolt Blocks`}</title>
      <Link
        to="/bolt/blocks"
        className="mb-2 inline-flex items-center gap-1.5 rounded-badge text-small text-text-2 hover:text-text"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        My Blocks
      </Link>
      <PageHead
        title={block.title}
        badge={<Badge>{typeOf(block.data)}</Badge>}
        actions={
          <>
            <Button
              icon={<CopyPlus size={16} strokeWidth={1.75} aria-hidden />}
              busy={duplicate.isPending}
              onClick={() => duplicate.mutate(block)}
            >
              Duplicate
            </Button>
            <Button
              tone="danger"
              icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => dialog.open('delete')}
            >
              Delete
            </Button>
          </>
        }
      />
      <Tabs
        label="Block"
        value={shown}
        onChange={(next) => tab.show(next === 'overview' ? undefined : next)}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: <OverviewTab block={block} draft={drafts.title} />,
          },
          {
            value: 'access',
            label: 'Access',
            content: <AccessTab block={block} draft={drafts.access} onSaved={drafts.keepAccess} />,
          },
          {
            value: 'settings',
            label: 'Settings',
            content: <SettingsTab block={block} draft={drafts.text} />,
          },
        ]}
      />
      <ConfirmDialog
        open={dialog.value === 'delete'}
        onOpenChange={(open) => !open && dialog.close()}
        title={`Delete ${block.title}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate()}
      >
        Are you sure you want to delete this block? This action cannot be undone.
      </ConfirmDialog>
    </>
  )
}
