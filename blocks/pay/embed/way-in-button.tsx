import { Button } from '#ui/base/button.tsx'
import type { PayItem } from './data-types.ts'
import { texts } from './texts/spoken.ts'
import type { WayInAction } from './way-in.ts'

interface WayInButtonProps {
  /** Name of the product that is for members. */
  name: string
  action: WayInAction | undefined
  signIn: () => void
  /** Leads to the card of another product on the page. */
  show: (item: PayItem) => void
}

/** Takes the place of the buy button on the card of a product that this visitor may not buy. */
export function WayInButton({ name, action, signIn, show }: WayInButtonProps) {
  if (!action)
    return (
      <Button variant="primary" wide disabled aria-label={`${texts.members.only}: ${name}`}>
        {texts.members.only}
      </Button>
    )
  if (action.type === 'sign-in')
    return (
      <Button wide aria-label={`${texts.members.signIn}: ${name}`} onClick={signIn}>
        {texts.members.signIn}
      </Button>
    )
  return (
    <Button wide onClick={() => show(action.item)}>
      {texts.members.show(action.item.name)}
    </Button>
  )
}
