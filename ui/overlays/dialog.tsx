import './dialog.css'
import { ArrowLeft, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { createContext, type FormEvent, type ReactNode, use } from 'react'
import { IconButton } from '../icon-button.tsx'
import { ignoreToasts } from '../toasts/ignore-toasts.ts'
import { useReturnFocus } from '../use-return-focus.ts'

/** Widths in pixels: 400, 520, 820 with a preview at the side, 980. */
export type DialogSize = 'question' | 'form' | 'preview' | 'wide'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: DialogSize
  children?: ReactNode
  /** Buttons at the bottom right: Cancel first, then the action. */
  footer?: ReactNode
  /** A panel on the right for a live preview; below the form on phones. */
  side?: ReactNode
  /** On phones the panel stays in view above the form, which scrolls. For a low panel. */
  sideFirst?: boolean
  /** Wraps body and footer in a form; a `type="submit"` button in the footer submits it. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
}

/** The title of the dialog around a component; undefined on a page. */
const AroundTitle = createContext<ReactNode>(undefined)

/**
 * A modal dialog. Escape and clicks outside close it; focus then returns to where it was. A dialog inside another one
 * takes its place, with a button that leads back; only a short question lies over it.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, size = 'form', side, sideFirst } = props
  const returnFocus = useReturnFocus()
  const around = use(AroundTitle)
  const isStep = around !== undefined && size !== 'question'
  const form = <Form {...props} back={isStep ? around : undefined} />
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="bb-scrim" />
        <Radix.Content
          {...returnFocus}
          onInteractOutside={ignoreToasts}
          className="bb-dialog"
          data-size={size}
          data-step={isStep ? '' : undefined}
          {...(description ? {} : NO_DESCRIPTION)}
        >
          <AroundTitle value={title}>
            {side ? (
              <div className="bb-dialog-split" data-first={sideFirst ? '' : undefined}>
                {form}
                <div className="bb-dialog-side">{side}</div>
              </div>
            ) : (
              form
            )}
          </AroundTitle>
          {size === 'question' ? null : (
            <Radix.Close asChild>
              <IconButton
                className="bb-dialog-close"
                label="Close"
                tooltipSide="bottom"
                icon={<X size={18} strokeWidth={1.75} aria-hidden />}
              />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const NO_DESCRIPTION = { 'aria-describedby': undefined }

interface FormProps extends DialogProps {
  /** Title of the dialog whose place this one takes. */
  back: ReactNode
}

function Form({ title, description, children, footer, onSubmit, back }: FormProps) {
  const inside = (
    <>
      <div className="bb-dialog-head">
        {back === undefined ? null : (
          <Radix.Close className="bb-dialog-back">
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
            {back}
          </Radix.Close>
        )}
        <Radix.Title asChild>
          <h2>{title}</h2>
        </Radix.Title>
        {description ? <Radix.Description>{description}</Radix.Description> : null}
      </div>
      {children ? <div className="bb-dialog-body">{children}</div> : null}
      {footer ? <div className="bb-dialog-foot">{footer}</div> : null}
    </>
  )
  if (!onSubmit) return <div className="bb-dialog-form">{inside}</div>
  return (
    <form
      className="bb-dialog-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog opened from inside another form must not submit that form too.
        event.stopPropagation()
        onSubmit(event)
      }}
    >
      {inside}
    </form>
  )
}
