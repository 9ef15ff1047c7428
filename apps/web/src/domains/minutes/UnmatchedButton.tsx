import { IconFileUnknown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useListUnmatchedMinutesQuery } from './api.ts'
import classes from './Minutes.module.css'
import { UnmatchedDialog } from './UnmatchedDialog.tsx'

const minuteMs = 60_000

/** Button with the number of meeting minutes that have no interview, for users with `interview_notes.write`. Hidden at 0, unless its dialog is open. */
export function UnmatchedButton() {
  const { t } = useTranslation('minutes')
  const canWrite = usePermission('interview_notes.write')
  const [open, setOpen] = useState(false)
  const { data } = useListUnmatchedMinutesQuery({ background: true }, { skip: !canWrite, pollingInterval: minuteMs, skipPollingIfUnfocused: true })
  const count = data?.items.length ?? 0
  if (!canWrite || (!count && !open)) return null
  return (
    <>
      <Button icon={<IconFileUnknown aria-hidden />} onClick={() => setOpen(true)}>
        {t('unmatched.open')}
        <span className={classes.number}>{count}</span>
      </Button>
      {open ? <UnmatchedDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
