/** Resolves once the page is visible; never if `ended` aborts while it is hidden. */
export const whenVisible = (ended?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check, ended && { signal: ended })
    check()
  })
