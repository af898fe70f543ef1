import { Button } from '#ui/base/button.tsx'
import { texts } from './texts/spoken.ts'
import type { WayInAction } from './way-in.ts'

interface WayInButtonProps {
  /** Name of the product that is for members. */
  name: string
  action: WayInAction | undefined
  signIn: () => void
}

/** Takes the place of the buy button on the card of a product that this visitor may not buy. */
export function WayInButton({ name, action, signIn }: WayInButtonProps) {
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
    <Button wide onClick={() => showCard(action.item.name)}>
      {texts.members.show(action.item.name)}
    </Button>
  )
}

/** Moves the focus to the buy button of another product on the page, which scrolls to it. */
function showCard(name: string): void {
  const cards = [...document.querySelectorAll('.pay-card')]
  const card = cards.find((one) => one.querySelector('h2')?.textContent === name)
  card?.scrollIntoView({ block: 'center' })
  card?.querySelector<HTMLElement>('.bb-btn')?.focus({ preventScroll: true })
}
