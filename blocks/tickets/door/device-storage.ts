import type { DoorStorage } from './door-types.ts'

const STORE = 'values'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })

/** Opens the device's storage in IndexedDB. @throws when the browser denies storage */
export async function openDeviceStorage(): Promise<DoorStorage> {
  const opening = indexedDB.open('check-in', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
  const database = await done(opening)
  return {
    async get() {
      const values = database.transaction(STORE).objectStore(STORE)
      const [keys, entries] = await Promise.all([
        done(values.getAllKeys()),
        done(values.getAll() as IDBRequest<unknown[]>),
      ])
      return Object.fromEntries(keys.map((key, at) => [key as string, entries[at]]))
    },
    set(entries) {
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' })
      const values = transaction.objectStore(STORE)
      for (const [key, value] of Object.entries(entries)) {
        if (value === undefined) values.delete(key)
        else values.put(value, key)
      }
      return new Promise((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('abort', () =>
          reject(transaction.error ?? new Error('The device could not store')),
        )
      })
    },
  }
}
