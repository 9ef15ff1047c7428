import { tokyoDay } from '@sukoyaka/rules/time'
import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { dismissToast, toast } from '../../ui/overlay/toast.ts'
import { useChangeAssessmentMutation } from './api.ts'

/** In milliseconds. */
const settles = 800

/** Solving and reopening: shown at once, taken back with a toast when it fails, undone from the toast when it does not. */
export const useChange = () => {
  const { t } = useTranslation('assessment')
  const [change] = useChangeAssessmentMutation()
  // An undo waits for the answer to what it undoes, or the two could arrive in either order.
  const last = useRef(new Map<number, Promise<unknown>>())
  // What an older toast offers to undo is no longer so.
  const told = useRef(new Map<number, number>())

  const set = async (assessment: Assessment, solved_on: string | null, isUndo = false) => {
    const { id, disease } = assessment
    const name = disease?.display_name ?? ''
    const before = last.current.get(id)
    const asked = (async () => {
      await before
      return change({ id, solved_on })
    })()
    last.current.set(id, asked)
    dismissToast(told.current.get(id) ?? 0)
    const { error } = await asked
    const shown = error
      ? toast.error(t(solved_on ? 'toast.solveFailed' : 'toast.reopenFailed', { name }), {
          text: (error as CallError).error,
          onRetry: () => void set(assessment, solved_on, isUndo),
        })
      : toast.success(t(solved_on ? 'toast.solved' : 'toast.reopened', { name }), {
          // who took it back does not want to take that back: pressed twice, it would be done again
          ...(!isUndo && { onUndo: () => void set({ ...assessment, solved_on }, assessment.solved_on, true) }),
        })
    told.current.set(id, shown)
  }
  // The next row slides under the finger: whoever pressed twice meant the first one.
  const pressed = useRef(0)
  const deliberately = (act: () => void) => {
    const now = performance.now()
    if (pressed.current && now - pressed.current < settles) return
    pressed.current = now
    act()
  }
  return {
    solve: (assessment: Assessment) => deliberately(() => void set(assessment, tokyoDay(new Date()))),
    reopen: (assessment: Assessment) => deliberately(() => void set(assessment, null)),
  }
}
