import './fact-list.css'

export interface Fact {
  label: string
  value: string | readonly string[] | readonly Fact[]
}

/** Labels and what they hold; a value may be a list, or such a list again. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="bb-facts" dir="auto">
      {facts.map(({ label, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may have one label
        <div key={at}>
          <dt>{label}</dt>
          <dd>{shown(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function shown(value: Fact['value']) {
  if (typeof value === 'string') return value
  if (!isTexts(value)) return <FactList facts={value} />
  return (
    <ul>
      {value.map((words, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- words may come twice
        <li key={at}>{words}</li>
      ))}
    </ul>
  )
}

const isTexts = (value: readonly string[] | readonly Fact[]): value is readonly string[] =>
  typeof value[0] === 'string'
