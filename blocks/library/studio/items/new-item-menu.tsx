import { Plus } from 'lucide-react'
import type { ItemKind } from '#blocks/library/endpoints.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { KIND_LIST, KINDS, KindIcon } from './item-kinds.tsx'

export interface NewItemMenuProps {
  align?: 'start' | 'end'
  /** Why no item can be added. */
  disabledReason?: string | false
  onChoose: (kind: ItemKind) => void
}

/** The primary action of the list: a new item of a kind. */
export function NewItemMenu({ align, disabledReason = false, onChoose }: NewItemMenuProps) {
  const button = (
    <Button
      variant="primary"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      disabledReason={disabledReason}
    >
      New item
    </Button>
  )
  if (disabledReason) return button
  return (
    <Menu trigger={button} {...(align && { align })}>
      {KIND_LIST.map((kind) => (
        <MenuItem key={kind} icon={<KindIcon kind={kind} />} onSelect={() => onChoose(kind)}>
          <span>
            {KINDS[kind].name}
            <span className="block text-caption text-text-3">{KINDS[kind].text}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
