import './fact-list.css'

export interface Fact {
  label: string
  value: string | readonly string[] | readonly Fact[]
}

/** A list of labels and values. A value can be text, a list of texts or a nested fact list. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="bb-facts" dir="auto">
      {facts.map(({ label, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- labels may repeat
        <div key={at}>
          <dt>{label}</dt>
          <dd>{renderValue(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function renderValue(value: Fact['value']) {
  if (typeof value === 'string') return value
  if (!isTextList(value)) return <FactList facts={value} />
  return (
    <ul>
      {value.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- texts may repeat
        <li key={at}>{text}</li>
      ))}
    </ul>
  )
}

const isTextList = (value: readonly string[] | readonly Fact[]): value is readonly string[] =>
  typeof value[0] === 'string'
