import { formatDateTime } from '#kernel/browser/dates.ts'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { type BlockRow, TITLE_MAX } from '../block-row.ts'
import { BlockPreview } from '../block-preview.tsx'
import { typeOf } from '../type-of.ts'
import { useSaveTitle } from '../use-block.ts'
import { EmbedCode } from './embed-code.tsx'
import { SaveNote } from './save-note.tsx'
import type { Draft } from './use-drafts.ts'

/** Title, dates, embed code and preview. */
export function OverviewTab({ block, draft }: { block: BlockRow; draft: Draft<string> }) {
  const save = useSaveTitle(block)
  const typed = draft.value.trim()
  return (
    <div className="grid gap-x-14 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_424px]">
      <div className="flex min-w-0 flex-col gap-8">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (typed && !save.isPending) save.mutate(typed, { onSuccess: draft.reset })
          }}
        >
          <Field label="Title" hint={`${draft.value.length}/${TITLE_MAX} characters`}>
            {(control) => (
              <Input
                {...control}
                value={draft.value}
                onChange={(event) => draft.set(event.currentTarget.value)}
                maxLength={TITLE_MAX}
                autoComplete="off"
                required
              />
            )}
          </Field>
          <div className="mt-3 flex items-center gap-3">
            <Button
              type="submit"
              variant="primary"
              disabled={!typed}
              busy={save.isPending}
              busyLabel="Saving..."
            >
              Save
            </Button>
            <SaveNote unsaved={draft.unsaved} saved={save.isSuccess} />
          </div>
        </form>
        <Facts
          rows={[
            ['Created', <Day key="created" at={block.created_at} />],
            ['Updated', <Day key="updated" at={block.updated_at} />],
            ['Type', typeOf(block.data)],
          ]}
        />
        <EmbedCode block={block} />
      </div>
      <BlockPreview title={block.title} data={block.data} />
    </div>
  )
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {formatDateTime(at)}
    </time>
  )
}
