import './passage.css'
import { useLayoutEffect, useRef } from 'react'
import { type PassageStyle, passageVariables } from './passage-style.ts'

const VARIABLE_NAMES = ['--bb-own-size', '--bb-own-light', '--bb-own-dark']

/** Paragraphs of text, optionally with a size and color that the author chose. */
export function Passage({ paragraphs, ...look }: PassageStyle & { paragraphs: readonly string[] }) {
  const element = useRef<HTMLDivElement>(null)
  const { size, color } = look

  // Set from a script, because a strict Content Security Policy blocks style attributes.
  useLayoutEffect(() => {
    const own = new Map(passageVariables({ size, color }))
    for (const name of VARIABLE_NAMES) {
      const value = own.get(name)
      if (value) element.current?.style.setProperty(name, value)
      else element.current?.style.removeProperty(name)
    }
  }, [size, color])

  return (
    <div ref={element} className="bb-passage" dir="auto">
      {paragraphs.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no id, only a position
        <p key={at}>{text}</p>
      ))}
    </div>
  )
}
