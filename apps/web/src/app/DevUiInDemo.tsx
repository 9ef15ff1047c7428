import { use } from 'react'
import { readConfig } from '../api/config.ts'
import { lazyNamed } from '../ui/loading/lazy-named.ts'
import { Toasts } from '../ui/overlay/Toasts.tsx'
import { PageError } from '../ui/page/page-error.ts'

const DevUi = lazyNamed(() => import('../pages/dev/DevUi.tsx'), 'DevUi')

/** Component gallery, available in the demo only. */
export function DevUiInDemo() {
  if (!use(readConfig()).demo) throw new PageError(404)
  return (
    <>
      <DevUi />
      <Toasts />
    </>
  )
}
