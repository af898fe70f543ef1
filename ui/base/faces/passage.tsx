import './passage.css'
import { useLayoutEffect, useRef } from 'react'
import { type PassageLook, passageVariables } from './passage-look.ts'

const ALL = ['--bb-own-size', '--bb-own-light', '--bb-own-dark']

/** A few paragraphs, in a size and colour of their own where the writer chose them. */
export function Passage({ paragraphs, ...look }: PassageLook & { paragraphs: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null)
  const { size, colour } = look

  // By script, not by attribute: pages under a strict policy know no style attributes.
  useLayoutEffect(() => {
    const own = new Map(passageVariables({ size, colour }))
    for (const name of ALL) {
      const value = own.get(name)
      if (value) place.current?.style.setProperty(name, value)
      else place.current?.style.removeProperty(name)
    }
  }, [size, colour])

  return (
    <div ref={place} className="bb-passage" dir="auto">
      {paragraphs.map((words, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs have a place and nothing else
        <p key={at}>{words}</p>
      ))}
    </div>
  )
}
