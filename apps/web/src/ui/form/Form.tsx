import type { ReactNode } from 'react'
import { useImeSafeEnter } from './ime.ts'

type Props = { onSubmit: (form: HTMLFormElement) => void; className?: string; children: ReactNode }

/**
 * The submit button, Enter in a text field, and Ctrl or ⌘ with Enter submit; the Enter that confirms an IME composition does not. Ctrl or ⌘ with Enter
 * presses the submit button, so that nothing happens while it is disabled, loading or not there.
 */
export function Form({ onSubmit, className, children }: Props) {
  const enter = useImeSafeEnter<HTMLFormElement>((event) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  })
  return (
    <form
      {...enter}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onSubmit(event.currentTarget)
      }}
    >
      {children}
    </form>
  )
}
