import { clsx } from 'clsx'
import { createContext, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { type OpenPatient, OpenPatientContext } from '../../../ui/overlay/open-patient.tsx'
import classes from './KarteBeside.module.css'

const WritePane = lazyNamed(() => import('./WritePane.tsx'), 'WritePane')

const Pane = createContext<{ open: () => void; isOpen: boolean } | undefined>(undefined)
/** Function that opens the editor of the surrounding `KarteBeside`; undefined outside of one. */
export const useOpenPane = () => useContext(Pane)?.open
/** Whether the editor of the surrounding `KarteBeside` is open. */
export const useIsPaneOpen = () => useContext(Pane)?.isOpen === true

type Props = {
  user_id: number
  interview_id?: number
  /** The editor and the dialogs of the page show this patient's name. */
  patient: OpenPatient | undefined
  /** Drug allergies, which the editor shows with the name on phones, where it covers the page's header. */
  alert?: ReactNode
  /** The page is as high as the window and scrolls inside. */
  fills?: boolean
  children: ReactNode
}

/** A page of the record with the editor for a new note beside it, so that the record stays readable and usable while writing. */
export function KarteBeside({ user_id, interview_id, patient, alert, fills = false, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<Element | null>(null)
  const pane = useMemo(() => {
    const open = () => {
      opener.current = document.activeElement
      setOpen(true)
    }
    return { open, isOpen }
  }, [isOpen])
  const close = () => {
    setOpen(false)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <OpenPatientContext value={patient}>
      <Pane value={pane}>
        <div className={clsx(classes.both, fills && classes.fills)}>
          <div className={classes.page}>{children}</div>
          <Suspense>{isOpen ? <WritePane user_id={user_id} interview_id={interview_id} alert={alert} onClose={close} /> : null}</Suspense>
        </div>
      </Pane>
    </OpenPatientContext>
  )
}
