import { CircleDollarSign, FlaskConical } from 'lucide-react'
import { CopyButton } from '#ui/code/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'

const TEST_CARD = '4242 4242 4242 4242'

/** Explains what the mode means for payments. */
export function ModeExplainer({ mode }: { mode: 'test' | 'live' }) {
  if (mode === 'live')
    return (
      <Notice tone="ok" icon={<CircleDollarSign size={18} strokeWidth={1.75} />} title="You are in live mode">
        Payments here are real and go straight to your own account. Switch to test to try something out.
      </Notice>
    )
  return (
    <Notice tone="warn" icon={<FlaskConical size={18} strokeWidth={1.75} />} title="You are in test mode">
      <div className="flex items-start justify-between gap-x-8 gap-y-2 max-md:flex-col max-md:items-start">
        <p>
          Payments here use test cards and move no money. Products, visitors and settings stay as they are
          when you switch to live.
        </p>
        {/* Beside the title where there is space. */}
        <p className="-my-1 flex shrink-0 flex-wrap items-center gap-x-2 md:-mt-6 md:max-w-56 md:justify-end">
          <span className="text-caption text-text-2 md:w-full md:pr-2 md:text-right">Test card</span>
          <code className="font-mono text-mono whitespace-nowrap">{TEST_CARD}</code>
          <CopyButton text={TEST_CARD} label="Copy test card" />
        </p>
      </div>
    </Notice>
  )
}
