import { type ReactNode, useEffect, useRef } from 'react'
import classes from './CareSidebar.module.css'

/** On phones the list is a modal drawer. */
export function Drawer({ label, open, onClose, children }: { label: string; open: boolean; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const own = dialog.current
    if (open && own && !own.open) own.showModal()
    if (!open && own?.open) own.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape already closes the dialog
    <dialog ref={dialog} className={classes.drawer} aria-label={label} onClose={onClose} onClick={(event) => event.target === event.currentTarget && onClose()}>
      {open ? <div className={classes.sheet}>{children}</div> : null}
    </dialog>
  )
}
