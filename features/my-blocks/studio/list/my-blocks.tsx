import { CircleHelp, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import { Link, useNavigate } from 'react-router'
import { useAccess } from '#studio/plan/use-access.ts'
import { useViewport } from '#studio/layout/use-viewport.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SearchInput } from '#ui/forms/search-input.tsx'
import type { BlockRow } from '../block-row.ts'
import { useBlocks } from '../use-blocks.ts'
import { usePlace } from '../use-query-param.ts'
import { BILLING, Banners } from './banners.tsx'
import { BlocksEmpty } from './blocks-empty.tsx'
import { BlocksGrid } from './blocks-grid.tsx'
import { BlocksSkeleton } from './blocks-skeleton.tsx'
import { GettingStarted } from './checklist.tsx'
import { searchBlocks } from './search-blocks.ts'
import { useChecklist } from './use-checklist.ts'

const CreateBlockDialog = lazy(() => import('./create-block-dialog.tsx'), 'over')
const HelpDrawer = lazy(() => import('./help-drawer.tsx'), 'over')

/** The creator's own blocks. @param kinds shown above them */
export function MyBlocks({ kinds }: { kinds: ReactNode }) {
  const { blocks, isError, isFetching, refetch } = useBlocks()
  const dialog = usePlace('dialog')
  const search = usePlace('q')
  const [words, setWords] = useState(search.value ?? '')
  const checklist = useChecklist((blocks?.length ?? 0) > 0)
  const navigate = useNavigate()
  const phone = useViewport() === 'phone'

  const create = () => dialog.open('create')
  const edit = (row: BlockRow) => void navigate(`/bolt/blocks/${row.id}?tab=settings`)
  function find(next: string) {
    setWords(next)
    search.show(next || undefined)
  }

  return (
    <>
      <PageHead
        title="My Blocks"
        badge={
          phone ? (
            <IconButton label="Help" icon={<HelpIcon />} onClick={() => dialog.open('help')} />
          ) : undefined
        }
        actions={
          <HeadActions
            phone={phone}
            quiet={blocks?.length === 0}
            onHelp={() => dialog.open('help')}
            onCreate={create}
          />
        }
      />
      <Banners />
      {kinds}
      <div
        className={checklist.hidden ? undefined : 'grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_272px]'}
      >
        <div className="min-w-0">
          {blocks?.length === 0 ? (
            <BlocksEmpty onCreate={create} onMade={edit} />
          ) : (
            <>
              <div className="md:max-w-80">
                <SearchInput
                  label="Search blocks"
                  placeholder="Search by title or description"
                  value={words}
                  onValueChange={find}
                />
              </div>
              <div className="mt-4">
                {blocks ? (
                  <BlocksGrid blocks={searchBlocks(blocks, words)} onClear={() => find('')} />
                ) : isError ? (
                  <FailedRow
                    message="Failed to load blocks."
                    busy={isFetching}
                    onRetry={() => void refetch()}
                  />
                ) : (
                  <BlocksSkeleton />
                )}
              </div>
            </>
          )}
        </div>
        {checklist.hidden ? (
          <Button className="mt-5" variant="ghost" size="small" onClick={() => checklist.setHidden(false)}>
            Show Getting started
          </Button>
        ) : (
          <GettingStarted state={checklist} onAdd={create} />
        )}
      </div>
      <Suspense>
        {dialog.value === 'create' ? <CreateBlockDialog onClose={dialog.close} onMade={edit} /> : null}
        {dialog.value === 'help' ? <HelpDrawer onClose={dialog.close} /> : null}
      </Suspense>
    </>
  )
}

const HelpIcon = () => <CircleHelp size={16} strokeWidth={1.75} aria-hidden />

/** Help, the plan, and Create Block, which is not the primary button while the empty list shows its own. */
function HeadActions(props: { quiet: boolean; phone: boolean; onHelp: () => void; onCreate: () => void }) {
  const plan = useAccess().data?.plan
  return (
    <>
      {props.phone ? null : (
        <Button variant="ghost" icon={<HelpIcon />} onClick={props.onHelp}>
          Help
        </Button>
      )}
      {plan === undefined ? null : plan === 'free' ? (
        <Link {...buttonStyle({ variant: props.phone ? 'secondary' : 'ghost' })} to="/bolt/pricing?manage=1">
          Upgrade Plan
        </Link>
      ) : (
        <Link {...buttonStyle({ variant: props.phone ? 'secondary' : 'ghost' })} to={BILLING}>
          Manage Billing
        </Link>
      )}
      <Button
        variant={props.quiet ? 'secondary' : 'primary'}
        icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
        onClick={props.onCreate}
      >
        Create Block
      </Button>
    </>
  )
}
