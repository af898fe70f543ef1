/**
 * Makes changes of one row wait for each other, because the server could store requests that are on their way together in any order.
 * Changes of different rows run at once.
 */
export function rowTurns(): <T>(id: string, change: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (id, change) => {
    const before = last.get(id)
    const result = before ? before.then(change, change) : change()
    last.set(id, result)
    try {
      return await result
    } finally {
      if (last.get(id) === result) last.delete(id)
    }
  }
}
