import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Banner.module.css'

/** Error or info banner above a form. With `takesFocus` the banner takes the focus, so that keyboard and screen reader users notice it. */
export function Banner({ kind = 'error', takesFocus = false, children }: { kind?: 'error' | 'info'; takesFocus?: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  const Icon = kind === 'error' ? IconAlertCircle : IconInfoCircle
  return (
    <div ref={box} className={clsx(classes.strip, classes[kind])} role={kind === 'error' ? 'alert' : 'status'} tabIndex={-1}>
      <Icon aria-hidden />
      <span>{children}</span>
    </div>
  )
}
