import type { Ideal } from './ideal.ts'
import { messageIdeals } from './messages.ts'
import { peopleIdeals } from './people.ts'
import { recordIdeals } from './record.ts'
import { todayIdeals } from './today.ts'

/** The hand-written ideals by the key of their request. */
export const ideals: Record<string, Ideal> = { ...peopleIdeals, ...messageIdeals, ...recordIdeals, ...todayIdeals }
