const firstRetryDelayMs = 5_000
const maxRetryDelayMs = 60_000

/** Never runs `run` twice at the same time: a request during a run starts another run after it. The retry delay doubles from 5 s to at most 60 s. */
const openRetryLoop = (run: () => Promise<void>, onIdle: () => void) => {
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
    /** Drops requests made while running; the next retry covers them. */
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

export type RetryLoop = ReturnType<typeof openRetryLoop>

/** A loop per key: the loops run and wait independently. */
export const openRetryLoops = (run: (key: number, loop: RetryLoop) => Promise<void>, onIdle: () => void) => {
  const loops = new Map<number, RetryLoop>()
  return {
    of: (key: number) => {
      const loop: RetryLoop = loops.get(key) ?? openRetryLoop(() => run(key, loop), onIdle)
      loops.set(key, loop)
      return loop
    },
    close: () => {
      for (const loop of loops.values()) loop.close()
    },
  }
}
