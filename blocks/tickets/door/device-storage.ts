import type { DoorStorage, Stored } from './door-types.ts'

const STORE = 'values'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  })

/** Opens the device's storage in IndexedDB. @throws when the browser denies storage */
export async function openDeviceStorage(): Promise<DoorStorage> {
  const opening = indexedDB.open('check-in', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await done(opening)
  return {
    async get() {
      const values = database.transaction(STORE).objectStore(STORE)
      const [keys, entries] = await Promise.all([
        done(values.getAllKeys()),
        done(values.getAll() as IDBRequest<unknown[]>),
      ])
      return Object.fromEntries(keys.map((key, at) => [key as string, entries[at]])) as Partial<Stored>
    },
    set(entries) {
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' })
      const values = transaction.objectStore(STORE)
      for (const [key, value] of Object.entries(entries)) {
        if (value === undefined) values.delete(key)
        else values.put(value, key)
      }
      return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('The device could not store'))
      })
    },
  }
}
