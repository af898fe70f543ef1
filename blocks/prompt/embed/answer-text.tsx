import type { ReactNode } from 'react'

interface AnswerTextProps {
  text: string
  /** Numbers of passages that can be opened. */
  cited: readonly number[]
  onCite: (number: number) => void
  citeLabel: (number: number) => string
}

/**
 * A model's text: paragraphs, lists, bold, and citations as buttons. All of it becomes text nodes: there are no links, pictures or markup,
 * whatever the text says.
 */
export function AnswerText({ text, cited, onCite, citeLabel }: AnswerTextProps) {
  return text
    .split(/\n{2,}/)
    .filter((block) => block.trim())
    .map((block, at) => {
      const lines = block.split('\n')
      const isList = lines.every((line) => /^\s*([-*•]|\d+[.)]) /.test(line))
      if (isList)
        return (
          <ul key={at}>
            {lines.map((line, place) => (
              <li key={place}>{inline(line.replace(/^\s*([-*•]|\d+[.)]) /, ''))}</li>
            ))}
          </ul>
        )
      return <p key={at}>{inline(block)}</p>
    })

  function inline(line: string): ReactNode[] {
    return line.split(/(\*\*[^*\n]+\*\*|\[\d{1,2}\])/).map((part, at) => {
      const number = Number(/^\[(\d+)\]$/.exec(part)?.[1])
      if (cited.includes(number))
        return (
          <button
            key={at}
            type="button"
            className="ask-cite"
            aria-label={citeLabel(number)}
            onClick={() => onCite(number)}
          >
            {number}
          </button>
        )
      return part.startsWith('**') && part.length > 4 ? <strong key={at}>{part.slice(2, -2)}</strong> : part
    })
  }
}
