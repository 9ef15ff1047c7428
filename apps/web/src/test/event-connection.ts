/** A connection of the event stream that a test sends into and ends. */
export type Connection = { headers: Headers; signal: AbortSignal; send: (text: string) => void; end: () => void }

const encoder = new TextEncoder()
/** Opens a stream without MSW, because the tests send into it and read the signal that ends it. */
export const openConnection = (init: RequestInit, connections: Connection[]) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
      connections.push({
        headers: init.headers as Headers,
        signal: init.signal!,
        send: (text) => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
      })
    },
  })
  return new Response(body)
}
