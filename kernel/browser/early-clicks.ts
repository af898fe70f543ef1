/**
 * Inline script in the head of every embed page, before its style sheets. It runs while the page is still loading: on
 * a slow network, users press a button before the page's script has arrived. It stores these events, and
 * `embed/frame/hydrate-on-interaction.ts` replays them. The page's policy allows the script by its hash, so both use
 * this one constant.
 */
export const HOLD_EARLY_CLICKS = [
  'bbHeld=[]',
  'bbHold=e=>{if(e.type=="submit"||e.target.closest("button")){e.preventDefault();bbHeld.push(e)}}',
  'addEventListener("click",bbHold,!0)',
  'addEventListener("submit",bbHold,!0)',
].join(';')

/** Stops capturing clicks and submits. @returns the captured events, in order */
export function takeEarlyClicks(): Event[] {
  const { bbHeld = [], bbHold } = globalThis as { bbHeld?: Event[]; bbHold?: (event: Event) => void }
  if (bbHold) for (const type of ['click', 'submit']) removeEventListener(type, bbHold, true)
  return bbHeld.splice(0)
}
