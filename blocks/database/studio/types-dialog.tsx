import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { readTypes } from '#features/tables/endpoints.ts'
import { call } from '#studio/data/api.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

const FILE = 'database.types.ts'

/** TypeScript types of all tables of a tenant, for `createClient<Database>()`. */
export default function TypesDialog({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['table-types', tenantId],
    queryFn: () => call(readTypes, { tenantId }),
    // A field may have been added a second ago.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="wide"
      title="TypeScript types"
      description="They describe all your tables to the official client: createClient<Database>(url, key). Download them again when you change a field."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
            disabled={!data}
            onClick={() => download(data!.text)}
          >
            Download
          </Button>
        </>
      }
    >
      {!data && isError ? (
        <FailedRow
          message="The types could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <CodeBlock name={FILE} code={data?.text} />
      )}
    </Dialog>
  )
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE
  link.click()
  URL.revokeObjectURL(url)
}
