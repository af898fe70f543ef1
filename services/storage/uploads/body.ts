/**
 * The pieces of a body as they arrive; none where there is no body: a file of no bytes. What is left of it when nobody
 * wants more is not cancelled here: the server reads a little past it, so that the sender gets to see the refusal, and
 * then closes the connection.
 */
export async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body) yield* body.values({ preventCancel: true })
}
