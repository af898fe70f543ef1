/**
 * The chunks of a body as they arrive; none if there is no body, which means an empty file. If the reader
 * stops early, the rest is not cancelled here: the server reads a little more, so that the client receives
 * the error, and then closes the connection.
 */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body) yield* body.values({ preventCancel: true })
}
