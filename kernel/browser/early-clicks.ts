/**
 * Stands in the head of every embed page, before its style sheets, and runs while the page is still read: on a slow
 * network people press a button before the page's script is there. It holds what they did; `embed/frame/hydrate-on-interaction.ts` does
 * it again. The page's policy allows this text by its hash, so it is one constant for both.
 */
export const HOLD_EARLY_CLICKS = [
  'bbHeld=[]',
  'bbHold=e=>{if(e.type=="submit"||e.target.closest("button")){e.preventDefault();bbHeld.push(e)}}',
  'addEventListener("click",bbHold,!0)',
  'addEventListener("submit",bbHold,!0)',
].join(';')

/** Lets go of the page's clicks and submits. @returns those held so far, in order */
export function takeEarlyClicks(): Event[] {
  const { bbHeld = [], bbHold } = globalThis as { bbHeld?: Event[]; bbHold?: (event: Event) => void }
  if (bbHold) for (const type of ['click', 'submit']) removeEventListener(type, bbHold, true)
  return bbHeld.splice(0)
}
