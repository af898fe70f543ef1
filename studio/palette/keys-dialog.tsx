import { Dialog } from '#ui/overlays/dialog.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { commandKey } from './command-key.ts'
import { showOverlay } from './overlay-state.ts'

/** Lists the keyboard shortcuts. */
export default function KeysDialog() {
  const keys: [string[], string][] = [
    [[commandKey(), 'K'], 'Search or jump to anything'],
    [['?'], 'Show keyboard shortcuts'],
    [['Up', 'Down'], 'Move within the navigation, menus and lists'],
    [['Left', 'Right'], 'Move between tabs and choices'],
    [['Home', 'End'], 'Jump to the first or last one'],
    [['Enter'], 'Open or run the selection'],
    [['Esc'], 'Close a dialog, menu or drawer'],
    [['Tab'], 'Next field or button; with Shift, the previous one'],
  ]
  return (
    <Dialog open onOpenChange={(open) => !open && showOverlay(undefined)} title="Keyboard shortcuts">
      <dl className="divide-y divide-line border-y border-line">
        {keys.map(([caps, action]) => (
          <div key={action} className="flex items-center justify-between gap-4 py-2.5">
            <dd>{action}</dd>
            <dt className="order-last flex shrink-0 gap-1">
              {caps.map((cap) => (
                <KeyCap key={cap}>{cap}</KeyCap>
              ))}
            </dt>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
