import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import { Badge, type BadgeTone } from '#ui/base/badge.tsx'
import { Card } from '#ui/base/card.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import type { Finding, FindingState } from '../endpoints.ts'
import { Coded } from './coded.tsx'

const LOOKS = {
  pass: { Icon: CircleCheck, colour: 'text-ok', tone: 'ok' },
  warn: { Icon: TriangleAlert, colour: 'text-warn', tone: 'warn' },
  fail: { Icon: CircleX, colour: 'text-danger', tone: 'danger' },
  info: { Icon: Info, colour: 'text-text-3', tone: 'neutral' },
} satisfies Record<FindingState, { Icon: typeof Info; colour: string; tone: BadgeTone }>

/** Findings one under the other, each with its word, and what to paste where something is missing. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {findings.map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
      </ul>
    </Card>
  )
}

function FindingRow({ finding: { title, state, verdict, text, fixes = [] } }: { finding: Finding }) {
  const { Icon, colour, tone } = LOOKS[state]
  return (
    <li className="px-5 py-4">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4">
        <Icon size={18} strokeWidth={1.75} aria-hidden className={`mt-px ${colour}`} />
        <h3 className="font-medium">{title}</h3>
        <Badge tone={tone}>{verdict}</Badge>
        <p className="col-span-2 col-start-2 mt-0.5 text-text-2">
          <Coded text={text} />
        </p>
      </div>
      {fixes.map(({ name, code }, at) => (
        <div key={at} className="mt-3 sm:pl-[34px]">
          <CodeBlock name={name} code={code} />
        </div>
      ))}
    </li>
  )
}
