import { tokyoDay } from '@sukoyaka/rules/time'
import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { dismissToast, toast } from '../../ui/overlay/toast.ts'
import { useChangeAssessmentMutation } from './api.ts'

const doublePressMs = 800

/** Solve and reopen with an optimistic update. A toast offers retry after a failure, and undo after a success unless the change was itself an undo. */
export const useChange = () => {
  const { t } = useTranslation('assessment')
  const [change] = useChangeAssessmentMutation()
  // A change waits for the previous one of the same assessment so that the two cannot arrive out of order.
  const lastRequests = useRef(new Map<number, Promise<unknown>>())
  // Last toast per assessment: its undo is outdated after the next change.
  const lastToasts = useRef(new Map<number, number>())

  /** `undone`: the assessment as the change to undo left it. If somebody has changed it since, the undo is rejected. */
  const set = async (assessment: Assessment, solved_on: string | null, undone?: Assessment) => {
    const { id, disease } = assessment
    const name = disease?.display_name ?? ''
    const previous = lastRequests.current.get(id)
    const request = (async () => {
      await previous
      return change({ id, solved_on, ...(undone && { updated_at: undone.updated_at }) })
    })()
    lastRequests.current.set(id, request)
    dismissToast(lastToasts.current.get(id) ?? 0)
    const { data, error } = await request
    const toastId = error
      ? toast.error(t(solved_on ? 'toast.solveFailed' : 'toast.reopenFailed', { name }), {
          text: (error as CallError).error,
          // the version that an undo sent stays outdated
          ...((error as CallError).code !== 'conflict' && { onRetry: () => void set(assessment, solved_on, undone) }),
        })
      : toast.success(t(solved_on ? 'toast.solved' : 'toast.reopened', { name }), {
          // no undo of an undo: a double press would repeat the change
          ...(!undone && { onUndo: () => void set({ ...assessment, solved_on }, assessment.solved_on, data) }),
        })
    lastToasts.current.set(id, toastId)
  }
  // After a press the next row moves under the pointer, so a double press is ignored. `timeStamp` is used because a busy page handles events late.
  const pressedAt = useRef(0)
  const isDoublePress = ({ detail, timeStamp }: MouseEvent) => {
    if (detail > 1 || (pressedAt.current && timeStamp - pressedAt.current < doublePressMs)) return true
    pressedAt.current = timeStamp
    return false
  }
  return {
    solve: (assessment: Assessment, event: MouseEvent) => {
      if (!isDoublePress(event)) void set(assessment, tokyoDay(new Date()))
    },
    reopen: (assessment: Assessment, event: MouseEvent) => {
      if (!isDoublePress(event)) void set(assessment, null)
    },
  }
}
