const firstRetryDelayMs = 5_000
const maxRetryDelayMs = 60_000

/** Runs `run` once at a time, and again if it was requested meanwhile. Retries wait twice as long each time. */
export const openRetryLoop = (run: () => Promise<void>, onIdle: () => void) => {
  let running: Promise<void> | undefined
  let isRequested = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryDelayMs = firstRetryDelayMs
  let isClosed = false

  const runRequested = async () => {
    while (isRequested && !isClosed) {
      isRequested = false
      clearTimeout(timer)
      await run()
    }
  }
  const request = (): Promise<void> => {
    isRequested = true
    running ??= runRequested().finally(() => {
      running = undefined
      onIdle()
    })
    return running
  }
  const resetDelay = () => {
    retryDelayMs = firstRetryDelayMs
  }
  return {
    request,
    resetDelay,
    /** Forgets requests made while running: they wait for the retry. */
    cancelRequest: () => {
      isRequested = false
    },
    requestNow: () => {
      resetDelay()
      void request()
    },
    retryLater: () => {
      clearTimeout(timer)
      timer = setTimeout(() => void request(), retryDelayMs)
      retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
    },
    isClosed: () => isClosed,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
