import { useEffect, useState } from 'react'

/** A module that is loaded when first needed; undefined until it has loaded, and if that failed. `load` must not change. */
export const useLoaded = <Module>(load: () => Promise<Module>, isNeeded: boolean) => {
  const [loaded, setLoaded] = useState<Module>()
  const isMissing = isNeeded && loaded === undefined
  useEffect(() => {
    let isOver = false
    if (isMissing)
      load().then(
        (module) => isOver || setLoaded(module),
        () => {
          // after a failed load, such as without a connection, it stays undefined until it is needed again
        },
      )
    return () => {
      isOver = true
    }
  }, [isMissing, load])
  return loaded
}
