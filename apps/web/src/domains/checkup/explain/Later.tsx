import { Suspense } from 'react'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import type { NewestValue } from '../abnormal.ts'
import type { Audience } from '../spoken.ts'

const LaterValue = lazyNamed(() => import('./LaterValue.tsx'), 'LaterValue')

/** The line of `LaterValue`, for a value that has a later one. Few have, so the line is loaded with the first. */
export function Later({ newestValue, audience }: { newestValue: NewestValue; audience: Audience }) {
  const { later } = newestValue
  return later ? (
    <Suspense>
      <LaterValue newestValue={newestValue} later={later} audience={audience} />
    </Suspense>
  ) : null
}
