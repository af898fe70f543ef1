import './toaster.css'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from './base/button.tsx'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { type ToastEntry, takeToasts } from './toast.ts'

/** Long enough to read the words, find the button and press it. */
const ACTION_MS = 8000

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info }

/** Errors that may still stand, and when they were said. */
const errors = new Map<string | number, number>()

function dropErrors(saidBefore: number) {
  for (const [id, said] of errors)
    if (said < saidBefore) {
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
      onAutoClose: entry.onGone,
      onDismiss: entry.onGone,
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
 * Where toasts appear. Load it lazily through `ToastHost`. It stands beside the page, not in it: an open dialog hides
 * the page from screen readers, also what comes into the page later.
 */
export default function Toaster() {
  useEffect(() => takeToasts(show, dropErrors), [])
  return createPortal(
    <Sonner className="bb-toaster" position="bottom-right" visibleToasts={3} gap={8} offset={24} expand />,
    document.body,
  )
}
