import { type FunctionComponent, useState } from 'react'
import { refusalWords } from '#kernel/browser/call.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { deleteRow } from '#blocks/database/endpoints.ts'
import type { ListedRow } from '#blocks/database/endpoints.ts'
import { texts } from '../texts/spoken.ts'
import type { ListRowsProps } from './list-rows.tsx'
import type { RowEditorProps } from './row-editor.tsx'

export type OwnRowProps = Pick<ListRowsProps, 'list' | 'embed' | 'onChanged'> & { row: ListedRow }

/** What a member can do with a row of their own. */
export function OwnRow({ list, row, embed, onChanged }: OwnRowProps) {
  const [Editor, setEditor] = useState<FunctionComponent<RowEditorProps>>()
  const [isSure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { may = [], waits } = row
  if (may.length === 0 && !waits) return null

  async function edit() {
    const { RowEditor } = await import('./row-editor.tsx')
    setEditor(() => RowEditor)
  }

  async function remove() {
    setBusy(true)
    try {
      await embed!.call(deleteRow, { list: list.id, row: row.id })
      onChanged(row.id, undefined)
    } catch (error) {
      setProblem(refusalWords(error, texts.errors))
      setBusy(false)
      setSure(false)
    }
  }

  if (Editor && embed)
    return (
      <Editor
        list={list}
        row={row}
        embed={embed}
        onClose={(changed) => {
          setEditor(undefined)
          if (changed) onChanged(row.id, changed)
        }}
      />
    )
  return (
    <>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      <div className="list-own">
        {waits ? <Badge tone="warn">{texts.list.waits}</Badge> : null}
        {may.includes('change') && !isSure ? (
          <Button size="small" onClick={() => void edit()}>
            {texts.list.change}
          </Button>
        ) : null}
        {may.includes('delete') ? (
          isSure ? (
            <>
              <Button size="small" variant="danger" busy={busy} onClick={() => void remove()}>
                {texts.list.sure}
              </Button>
              <Button size="small" disabled={busy} onClick={() => setSure(false)}>
                {texts.list.cancel}
              </Button>
            </>
          ) : (
            <Button size="small" tone="danger" onClick={() => setSure(true)}>
              {texts.list.remove}
            </Button>
          )
        ) : null}
      </div>
    </>
  )
}
