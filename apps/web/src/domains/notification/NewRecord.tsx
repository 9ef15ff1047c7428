import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './NewRecord.module.css'

/** Time in view after which a record counts as read. */
const readAfterMs = 1_000

type Props = { isNew: boolean; onRead: () => void; children: ReactNode }

/** Record in a list, with a dot if it is new. */
export function NewRecord({ isNew, onRead, children }: Props) {
  return isNew ? <Marked onRead={onRead}>{children}</Marked> : children
}

function Marked({ onRead, children }: Omit<Props, 'isNew'>) {
  const { t } = useTranslation('notification')
  const place = useRef<HTMLDivElement>(null)
  const read = useRef(onRead)
  read.current = onRead
  useEffect(() => {
    if (!place.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => read.current(), readAfterMs)
    })
    watch.observe(place.current)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [])
  return (
    <div ref={place} className={classes.new}>
      <span className={classes.dot} role="img" aria-label={t('record.new')} />
      {children}
    </div>
  )
}
