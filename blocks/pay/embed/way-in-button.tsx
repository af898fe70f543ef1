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
      <Button variant="primary" wide disabled aria-label={`${texts.members.locked}: ${name}`}>
        {texts.members.locked}
      </Button>
    )
  if (action.type === 'sign-in')
    return (
      <Button wide aria-label={`${texts.members.signIn}: ${name}`} onClick={signIn}>
        {texts.members.signIn}
      </Button>
    )
  return (
    <Button wide onClick={() => showCard(action.item.id)}>
      {texts.members.show(action.item.name)}
    </Button>
  )
}

/** Moves the focus to the buy button of another product on the page, which scrolls to it. */
function showCard(id: string): void {
  const card = document.querySelector(`[data-item="${id}"]`)
  card?.scrollIntoView({ block: 'center' })
  card?.querySelector<HTMLElement>('.bb-btn')?.focus({ preventScroll: true })
}
