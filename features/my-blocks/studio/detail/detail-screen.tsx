import { useParams } from 'react-router'
import { Link } from 'react-router'
import { buttonLook } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useBlock } from '../use-block.ts'
import { BlockDetail } from './block-detail.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'

/** `/bolt/blocks/:id`: one block, or that there is none. */
export default function DetailScreen() {
  const { id = '' } = useParams()
  const block = useBlock(id)
  if (block === undefined) return <DetailSkeleton />
  if (block === null) return <BlockNotFound />
  return <BlockDetail key={block.id} block={block} />
}

function BlockNotFound() {
  return (
    <div className="mx-auto w-full max-w-[1060px]">
      <title>Block Not Found · Bolt Blocks</title>
      <h1 className="sr-only">Block Not Found</h1>
      <EmptyState
        title="Block Not Found"
        text="It may have been deleted, or the link may have a typo."
        actions={
          <Link {...buttonLook({ variant: 'primary' })} to="/bolt/dashboard">
            Back to Dashboard
          </Link>
        }
      />
    </div>
  )
}
