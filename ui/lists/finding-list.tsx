import type { ReactNode } from 'react'
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import { Badge, type BadgeTone } from '../base/badge.tsx'
import { Card } from '../base/card.tsx'
import { CodeBlock } from '../code/code-block.tsx'
import { InlineCode } from '../code/inline-code.tsx'

/** The result of one check. Text between backticks is formatted as code. */
export interface ShownFinding {
  id: string
  title: string
  state: 'pass' | 'warn' | 'fail' | 'info'
  /** One or two words: `Pass`, `Missing`. */
  verdict: string
  text: string
  /** Named snippets to paste as a fix. */
  fixes?: { name: string; code: string }[] | undefined
}

const STATE_STYLES = {
  pass: { Icon: CircleCheck, color: 'text-ok', tone: 'ok' },
  warn: { Icon: TriangleAlert, color: 'text-warn', tone: 'warn' },
  fail: { Icon: CircleX, color: 'text-danger', tone: 'danger' },
  info: { Icon: Info, color: 'text-text-3', tone: 'neutral' },
} satisfies Record<ShownFinding['state'], { Icon: typeof Info; color: string; tone: BadgeTone }>

export interface FindingListProps<F extends ShownFinding> {
  findings: readonly F[]
  /** Renders a quick fix for a finding, if it has one. */
  renderAction?: (finding: F) => ReactNode
}

/** A list of check results, each with its verdict and, if something is missing, the code to paste. */
export function FindingList<F extends ShownFinding>({ findings, renderAction }: FindingListProps<F>) {
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} action={renderAction?.(finding)} />
        ))}
      </ul>
    </Card>
  )
}

function FindingRow({ finding, action }: { finding: ShownFinding; action: ReactNode }) {
  const { title, state, verdict, text, fixes = [] } = finding
  const { Icon, color, tone } = STATE_STYLES[state]
  return (
    <li className="px-5 py-4">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4">
        <Icon size={18} strokeWidth={1.75} aria-hidden className={`mt-px ${color}`} />
        <h3 className="font-medium">{title}</h3>
        <Badge tone={tone}>{verdict}</Badge>
        <p className="col-span-2 col-start-2 mt-0.5 text-text-2">
          <InlineCode text={text} />
        </p>
        {action ? <div className="col-span-2 col-start-2 mt-2.5">{action}</div> : null}
      </div>
      {fixes.map(({ name, code }, at) => (
        <div key={at} className="mt-3 sm:pl-[34px]">
          <CodeBlock name={name} code={code} />
        </div>
      ))}
    </li>
  )
}
