import { Dialog } from '#ui/dialog.tsx'
import { KeyCap } from '#ui/key-cap.tsx'
import { commandKey } from './command-key.ts'
import { showOverlay } from './open-palette.ts'

/** What the keyboard does here. */
export default function KeysDialog() {
  const keys: [string[], string][] = [
    [[commandKey(), 'K'], 'Go to anything, do anything'],
    [['?'], 'Show these keys'],
    [['Up', 'Down'], 'Move in the navigation, in menus and lists'],
    [['Left', 'Right'], 'Move between tabs and choices'],
    [['Home', 'End'], 'First and last of them'],
    [['Enter'], 'Open or do what is chosen'],
    [['Esc'], 'Close a window, a menu or a drawer'],
    [['Tab'], 'Next field or button; with Shift the one before'],
  ]
  return (
    <Dialog open onOpenChange={(open) => !open && showOverlay(undefined)} title="Keyboard">
      <dl className="divide-y divide-line border-y border-line">
        {keys.map(([caps, words]) => (
          <div key={words} className="flex items-center justify-between gap-4 py-2.5">
            <dd>{words}</dd>
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
