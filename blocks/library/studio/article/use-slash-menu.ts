import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { type BlockCommand, matchingCommands } from './block-commands.tsx'

interface OpenMenu {
  commands: BlockCommand[]
  /** Where the slash is in the document. */
  from: number
  /** In pixels from the corner of the editor's box. */
  at: { left: number; top: number }
}

/** What was typed after a slash that begins a paragraph, up to the cursor. Undefined if the cursor is not after one. */
function slashAt({ state }: Editor): { typed: string; from: number } | undefined {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type.name !== 'paragraph') return undefined
  const match = /^\/([\p{L}\d]{0,20})$/u.exec($from.parent.textBetween(0, $from.parentOffset))
  return match ? { typed: match[1]!, from: $from.start() } : undefined
}

/** The menu that a slash opens, and the keys that move in it. @param box around the editor; the menu is placed in it */
export function useSlashMenu(editor: Editor, box: React.RefObject<HTMLElement | null>) {
  const [menu, setMenu] = useState<OpenMenu>()
  const [active, setActive] = useState(0)
  // After Escape, the same slash does not open it again.
  const [closedAt, setClosedAt] = useState<number>()

  useEffect(() => {
    function update(): void {
      const slash = slashAt(editor)
      if (!slash) setClosedAt(undefined)
      const commands = slash ? matchingCommands(slash.typed) : []
      if (!slash || commands.length === 0 || !editor.isFocused) return setMenu(undefined)
      const { left, bottom } = editor.view.coordsAtPos(slash.from)
      const around = box.current!.getBoundingClientRect()
      setMenu({ commands, from: slash.from, at: { left: left - around.left, top: bottom - around.top + 4 } })
      return setActive(0)
    }
    const close = () => setMenu(undefined)
    editor.on('transaction', update)
    editor.on('blur', close)
    return () => {
      editor.off('transaction', update)
      editor.off('blur', close)
    }
  }, [editor, box])

  const open = menu && closedAt !== menu.from ? menu : undefined

  function choose(command: BlockCommand): void {
    const slash = slashAt(editor)
    setMenu(undefined)
    if (slash) editor.chain().focus().deleteRange({ from: slash.from, to: editor.state.selection.from }).run()
    command.run(editor)
  }

  /** @returns whether the key was for the menu */
  function onKey({ key }: Pick<KeyboardEvent, 'key'>): boolean {
    if (!open) return false
    const { length } = open.commands
    if (key === 'ArrowDown') setActive((active + 1) % length)
    else if (key === 'ArrowUp') setActive((active + length - 1) % length)
    else if (key === 'Enter' || key === 'Tab') choose(open.commands[active]!)
    else if (key === 'Escape') setClosedAt(open.from)
    else return false
    return true
  }

  return { open, active, choose, onKey }
}
