/**
 * Makes ids of new rows (UUID version 7, RFC 9562) that grow with each call, because rows are in the order of their ids: rows of
 * one file keep their order. A request that is repeated with the same ids adds no row twice.
 * @param now milliseconds since 1970 @param random 62 random bits as 16 hexadecimal digits
 */
export function rowIds(now = () => Date.now(), random = randomDigits): () => string {
  let time = 0
  let count = 0
  return () => {
    const current = now()
    // 12 bits count the ids of one millisecond; a full count borrows the next millisecond.
    if (current > time) {
      time = current
      count = 0
    } else if (++count > 0xfff) {
      time++
      count = 0
    }
    const start = time.toString(16).padStart(12, '0')
    const tail = random()
    const variant = '89ab'[Number.parseInt(tail[0]!, 16) % 4]!
    const middle = `7${count.toString(16).padStart(3, '0')}`
    return `${start.slice(0, 8)}-${start.slice(8)}-${middle}-${variant}${tail.slice(1, 4)}-${tail.slice(4, 16)}`
  }
}

function randomDigits(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
