import { useRef, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { CommandMenu } from '#ui/overlays/command-menu.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog, type DialogSize } from '#ui/overlays/dialog.tsx'
import { BottomSheet, Drawer } from '#ui/overlays/drawer.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '#ui/overlays/menu.tsx'
import Popover from '#ui/overlays/popover.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { GalleryRow, GallerySection } from './gallery-section.tsx'

const SIZES: DialogSize[] = ['question', 'form', 'preview', 'wide']

const COMMANDS = [
  {
    title: 'Go to',
    commands: [
      { id: 'one', label: 'Home', run: () => undefined },
      { id: 'two', label: 'Products', note: 'Hearth & Rye', run: () => undefined },
    ],
  },
]

export function GalleryOverlays() {
  const [dialog, setDialog] = useState<DialogSize>()
  const [panel, setPanel] = useState<'confirm' | 'drawer' | 'sheet' | 'popover' | 'commands'>()
  const [search, setSearch] = useState('')
  const [choice, setChoice] = useState('one')
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => setPanel(undefined)
  return (
    <GallerySection title="Dialogs, menus, toasts">
      <GalleryRow>
        {SIZES.map((size) => (
          <Button key={size} onClick={() => setDialog(size)}>
            {size}
          </Button>
        ))}
        <Button onClick={() => setPanel('confirm')}>confirm</Button>
        <Button onClick={() => setPanel('drawer')}>drawer</Button>
        <Button onClick={() => setPanel('sheet')}>sheet</Button>
        <Button onClick={() => setPanel('commands')}>
          commands <KeyCap>K</KeyCap>
        </Button>
        <CommandMenu
          open={panel === 'commands'}
          onOpenChange={close}
          title="Commands"
          placeholder="Search or jump to..."
          search={search}
          onSearch={setSearch}
          groups={COMMANDS}
          emptyText="Nothing found"
        />
        <Button ref={anchor} aria-expanded={panel === 'popover'} onClick={() => setPanel('popover')}>
          popover
        </Button>
        <Menu trigger={<Button>menu</Button>}>
          <MenuLabel>This product</MenuLabel>
          <MenuItem onSelect={() => undefined}>Duplicate</MenuItem>
          <MenuItem tone="danger" onSelect={() => undefined}>
            Delete
          </MenuItem>
          <MenuLine />
          <MenuChoice
            label="Order"
            value={choice}
            onChange={setChoice}
            options={[
              { value: 'one', label: 'Newest' },
              { value: 'two', label: 'Oldest' },
            ]}
          />
        </Menu>
        <Tooltip text="Connect an account first">
          <Button>tooltip</Button>
        </Tooltip>
      </GalleryRow>
      <GalleryRow>
        <Button onClick={() => toast.success('Product created successfully!')}>success</Button>
        <Button
          onClick={() =>
            toast.success('Card deleted', undefined, { action: { label: 'Undo', onPress: () => undefined } })
          }
        >
          with a button
        </Button>
        <Button onClick={() => toast.error('Invalid JSON', 'Please check your JSON format.')}>error</Button>
        <Button onClick={() => toast.info('Checkout session opened in new tab')}>info</Button>
      </GalleryRow>
      <Dialog
        open={dialog !== undefined}
        onOpenChange={(open) => !open && setDialog(undefined)}
        size={dialog}
        title={`A dialog (${dialog ?? ''})`}
        description="A line about it"
        side={dialog === 'preview' ? <p className="text-small text-text-2">Preview</p> : undefined}
        onSubmit={() => setDialog(undefined)}
        footer={
          <>
            <Button onClick={() => setDialog(undefined)}>Cancel</Button>
            <Button type="submit" variant="primary">
              Save
            </Button>
          </>
        }
      >
        {dialog === 'question' ? undefined : (
          <Field label="Name">{(control) => <Input {...control} defaultValue="Rye & honey loaf" />}</Field>
        )}
      </Dialog>
      <ConfirmDialog
        open={panel === 'confirm'}
        onOpenChange={close}
        title="Delete product"
        confirmLabel="Delete"
        onConfirm={close}
      >
        Are you sure you want to delete "Rye & honey loaf"?
      </ConfirmDialog>
      <Drawer open={panel === 'drawer'} onOpenChange={close} title="Help">
        Text of the drawer
      </Drawer>
      <BottomSheet open={panel === 'sheet'} onOpenChange={close} title="Connect">
        <button type="button" className="bb-item">
          Overview
        </button>
      </BottomSheet>
      <Popover anchor={anchor} open={panel === 'popover'} onOpenChange={close} label="Panel">
        <p className="p-2">Text of the panel</p>
      </Popover>
    </GallerySection>
  )
}
