import { Check, CircleX, Copy } from 'lucide-react'
import { Button, type ButtonProps } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { toast } from '../toasts/toast.ts'
import { type CopyState, useCopy } from './use-copy.ts'

export interface CopyButtonProps {
  /** The text to copy. */
  text: string
  /** Accessible name of the action, for example `Copy public key`. */
  label: string
  /** How long the check mark stays, in milliseconds. */
  resetMs?: number
  /** Text of a toast after copying, for when the button's label is not enough. */
  successMessage?: string
}

const ICONS = { idle: Copy, copied: Check, failed: CircleX }

function CopyIcon({ state }: { state: CopyState }) {
  const Icon = ICONS[state]
  return <Icon size={16} strokeWidth={1.75} aria-hidden />
}

function useCopyWithToast({ resetMs, successMessage }: Pick<CopyButtonProps, 'resetMs' | 'successMessage'>) {
  const { state, copy } = useCopy(resetMs)
  async function run(text: string) {
    if (!(await copy(text))) toast.error('Failed to copy to clipboard')
    else if (successMessage) toast.success(successMessage)
  }
  return { state, run }
}

/** A copy icon that briefly turns into a check mark. */
export function CopyButton({ text, label, ...options }: CopyButtonProps) {
  const { state, run } = useCopyWithToast(options)
  return (
    <>
      <IconButton
        label={label}
        icon={<CopyIcon state={state} />}
        data-state={state}
        onClick={() => void run(text)}
      />
      <CopyStatus state={state} />
    </>
  )
}

export interface CopyTextButtonProps extends CopyButtonProps, Pick<ButtonProps, 'variant' | 'size' | 'wide'> {
  /** Label after copying. */
  doneLabel?: string
}

/** A copy button with a text label: `label`, then `doneLabel` for a moment. */
export function CopyTextButton(props: CopyTextButtonProps) {
  const { text, label, doneLabel = 'Copied!', resetMs, successMessage, ...style } = props
  const { state, run } = useCopyWithToast({ resetMs, successMessage })
  return (
    <>
      <Button {...style} icon={<CopyIcon state={state} />} onClick={() => void run(text)}>
        {state === 'copied' ? doneLabel : label}
      </Button>
      <CopyStatus state={state} />
    </>
  )
}

function CopyStatus({ state }: { state: CopyState }) {
  return <output className="sr-only">{state === 'copied' ? 'Copied!' : ''}</output>
}
