import type { Message } from '@sukoyaka/wire/care/message'
import { type ReactNode, Suspense, useState } from 'react'
import { AddMessageTask } from '../../domains/message/thread/row/row-actions.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import type { OpenPatient } from '../../ui/overlay/open-patient.tsx'

const TaskDialog = lazyNamed(() => import('../../domains/task/TaskDialog.tsx'), 'TaskDialog')

/** Lets staff make a task from a message of the conversations in `children`. */
export function MessageTasks({ children }: { children: ReactNode }) {
  const [at, setAt] = useState<{ message: Message; patient: OpenPatient }>()
  return (
    <AddMessageTask value={(message, patient) => setAt({ message, patient })}>
      {children}
      {at ? (
        <Suspense>
          <TaskDialog
            key={at.message.id}
            user_id={at.message.patient_id}
            patient={at.patient}
            message={at.message}
            onClose={() => setAt(undefined)}
            onRejected={() => setAt(at)}
          />
        </Suspense>
      ) : null}
    </AddMessageTask>
  )
}
