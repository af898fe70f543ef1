import { Button } from '#ui/base/button.tsx'
import { useFocusedHeading } from './focus-heading.ts'
import { texts } from './texts/en.ts'

/** After signing up: the account waits for its mail. */
export function CheckEmail({ onBack }: { onBack: () => void }) {
  const heading = useFocusedHeading(true)
  return (
    <>
      <h2 {...heading}>{texts.checkEmail.title}</h2>
      <p>{texts.checkEmail.text}</p>
      <Button onClick={onBack}>{texts.checkEmail.back}</Button>
    </>
  )
}
