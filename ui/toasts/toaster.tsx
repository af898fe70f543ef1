import './toaster.css'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../base/button.tsx'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { type ToastEntry, connectToastHost } from './toast.ts'

/** Duration of a toast with a button: long enough to read it, find the button and press it. */
const ACTION_MS = 8000

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info }

/** When each error that may still be open was shown, by toast id. */
const errors = new Map<string | number, number>()

function dropErrors(shownBefore: number) {
  for (const [id, shownAt] of errors)
    if (shownAt < shownBefore) {
      errors.delete(id)
      sonner.dismiss(id)
    }
}

function show(entry: ToastEntry) {
  const Icon = ICONS[entry.tone]
  const id = sonner.custom(
    (id) => (
      <div className="bb-toast" data-tone={entry.tone} role={entry.tone === 'error' ? 'alert' : undefined}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        <div>
          <strong>{entry.title}</strong>
          {entry.text ? <p>{entry.text}</p> : null}
        </div>
        {entry.action ? <ToastAction {...entry.action} onPressed={() => sonner.dismiss(id)} /> : null}
        <button type="button" aria-label="Close" onClick={() => sonner.dismiss(id)}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
    ),
    {
      duration: entry.tone === 'error' ? Number.POSITIVE_INFINITY : entry.action ? ACTION_MS : 5000,
      onAutoClose: entry.onClosed,
      onDismiss: entry.onClosed,
    },
  )
  if (entry.tone === 'error') errors.set(id, Date.now())
}

function ToastAction(props: NonNullable<ToastEntry['action']> & { onPressed: () => void }) {
  function press() {
    props.onPress()
    props.onPressed()
  }
  return (
    <span>
      <Button size="small" onClick={press}>
        {props.label}
      </Button>
    </span>
  )
}

/**
 * Renders the toasts. Load it lazily through `ToastHost`. It is a child of the body, outside the app's root:
 * an open dialog hides the whole root from screen readers, including content added later.
 */
export default function Toaster() {
  useEffect(() => connectToastHost(show, dropErrors), [])
  return createPortal(
    <Sonner className="bb-toaster" position="bottom-right" visibleToasts={3} gap={8} offset={24} expand />,
    document.body,
  )
}
