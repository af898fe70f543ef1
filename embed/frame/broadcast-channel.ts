// Shares state between frames of one tenant in this browser. Browsers that deny frames storage also deny
// these APIs, some by throwing; each frame then works on its own.

/** The channel of the tenant's frames. */
export function openChannel(publicKey: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(`bb:${publicKey}`)
  } catch {
    return undefined
  }
}

/** Runs the work while no other frame of the tenant does. */
export async function runExclusively(
  publicKey: string,
  work: () => Promise<void>,
  locks: Pick<LockManager, 'request'> | undefined = navigator.locks,
): Promise<void> {
  let started = false
  try {
    await locks?.request(`bb:${publicKey}`, () => {
      started = true
      return work()
    })
  } catch (why) {
    if (started) throw why
  }
  if (!started) await work()
}
