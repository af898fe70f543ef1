// What frames of one tenant in this browser share. Where a browser refuses frames all storage it refuses these, too,
// some by throwing: then each frame is alone, and works.

/** The channel of the tenant's frames. */
export function openChannel(publicKey: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(`bb:${publicKey}`)
  } catch {
    return undefined
  }
}

/** Does the work while no other frame of the tenant does any. */
export async function oneAtATime(
  publicKey: string,
  work: () => Promise<void>,
  locks: Pick<LockManager, 'request'> | undefined = navigator.locks,
): Promise<void> {
  let begun = false
  try {
    await locks?.request(`bb:${publicKey}`, () => {
      begun = true
      return work()
    })
  } catch (why) {
    if (begun) throw why
  }
  if (!begun) await work()
}
