import { scopeOf } from '@sukoyaka/wire/access'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { Button } from '../../ui/button/Button.tsx'
import { FeedsDialog } from './FeedsDialog.tsx'

/** Opens the calendar feeds of one’s own interviews. */
export function FeedsButton() {
  const { t } = useTranslation('calendar')
  const me = useAppSelector(selectMe)
  const [open, setOpen] = useState(false)
  if (!me || !scopeOf(me.role, 'calendar_feeds.own')) return null
  const isPatient = me.role === 'patient'
  return (
    <>
      <Button icon={<IconCalendarPlus aria-hidden />} onClick={() => setOpen(true)}>
        {t(isPatient ? 'mine.add' : 'add')}
      </Button>
      {open ? <FeedsDialog isPatient={isPatient} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
