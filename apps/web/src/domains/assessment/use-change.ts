import { tokyoDay } from '@sukoyaka/rules/time'
import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { dismissToast, toast } from '../../ui/overlay/toast.ts'
import { useChangeAssessmentMutation } from './api.ts'

/** Milliseconds. */
const settles = 800

/** Solve and reopen with an optimistic update; rolls back with a toast on failure and offers undo on success. */
export const useChange = () => {
  const { t } = useTranslation('assessment')
  const [change] = useChangeAssessmentMutation()
  // An undo waits for the request it undoes so that the two cannot arrive out of order.
  const last = useRef(new Map<number, Promise<unknown>>())
  // Last toast per assessment: its undo is outdated after the next change.
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
          // no undo of an undo: a double press would repeat the change
          ...(!isUndo && { onUndo: () => void set({ ...assessment, solved_on }, assessment.solved_on, true) }),
        })
    told.current.set(id, shown)
  }
  // The next row moves under the pointer after solving; ignore a double press.
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
