import './save-bar.css'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { JsonEditor } from '#ui/json-editor/json-editor.tsx'
import { readJsonObject, writeJson } from '#ui/json-editor/json-text.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toasts/toast.ts'
import type { BlockRow } from '../block-row.ts'
import { BlockPreview } from '../block-preview.tsx'
import { DataForm, hasForm, problemsOf } from '../editors/data-form.tsx'
import { useSaveData } from '../use-block.ts'
import { usePlace } from '../use-query-param.ts'
import { SaveNote } from './save-note.tsx'
import type { Draft } from './use-drafts.ts'

const VIEWS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

/** The block's content as a form or as JSON. Both edit the same text, with a preview beside them. */
export function SettingsTab({ block, draft }: { block: BlockRow; draft: Draft<string> }) {
  const save = useSaveData(block, (now) => draft.set(draft.value, writeJson(now.data)))
  const view = usePlace('view')
  const read = readJsonObject(draft.value)
  const data = 'value' in read ? read.value : undefined
  const form = hasForm(data ?? block.data)
  const asJson = !form || view.value === 'json'
  const problems = data ? problemsOf(data) : new Map<string, string>()

  function submit() {
    if (!data) toast.error('Invalid JSON', 'Please check your JSON format.')
    else if (!save.isPending) save.mutate({ data, base: draft.base }, { onSuccess: draft.reset })
  }
  return (
    <div className="grid gap-x-14 gap-y-8 pt-2 lg:grid-cols-[minmax(0,1fr)_424px]">
      <form
        noValidate
        className="save-bar-form flex min-w-0 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {form ? (
          <div className="self-start">
            <Segments
              label="Edit as"
              value={asJson ? 'json' : 'form'}
              options={VIEWS}
              onChange={(next) => view.show(next === 'json' ? next : undefined)}
            />
          </div>
        ) : null}
        {asJson ? (
          <JsonEditor
            label="JSON configuration"
            value={draft.value}
            onChange={draft.set}
            rows={16}
            hint={<Problems problems={problems} />}
          />
        ) : data ? (
          <DataForm data={data} problems={problems} onChange={(next) => draft.set(writeJson(next))} />
        ) : (
          <Notice tone="warn">The JSON is invalid. Fix it to use the form.</Notice>
        )}
        <div className="save-bar">
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save Configuration
          </Button>
          <SaveNote unsaved={draft.unsaved} saved={save.isSuccess} />
          {draft.unsaved ? (
            <Button variant="ghost" onClick={draft.reset}>
              Discard
            </Button>
          ) : null}
        </div>
      </form>
      <div className="lg:sticky lg:top-22 lg:self-start">
        <BlockPreview title={block.title} data={data ?? block.data} />
      </div>
    </div>
  )
}

/** Lists the entries that pages will omit. */
function Problems({ problems }: { problems: ReadonlyMap<string, string> }) {
  if (problems.size === 0) return null
  return (
    <span className="flex flex-col gap-1 text-warn-text">
      {[...problems].slice(0, 5).map(([path, words]) => (
        <span key={path}>
          <code className="font-mono">{path}</code> {words}
        </span>
      ))}
    </span>
  )
}
