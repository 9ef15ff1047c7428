import { fullName } from '@sukoyaka/rules/person'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import { useCancelDataEntryRequestMutation, useListDataEntryRequestsQuery } from './api.ts'
import { DataEntryRequestDialog } from './DataEntryRequestDialog.tsx'
import classes from './RequestQuestionnaireButton.module.css'

/** For staff: a patient's open questionnaire request, with buttons to send a request and to cancel it. */
export function RequestQuestionnaireButton({ user_id }: { user_id: number }) {
  const { t } = useTranslation('data_entry_request')
  const language = useLanguage()
  const { currentData } = useListDataEntryRequestsQuery({ patient_id: user_id })
  const [cancel, { isLoading }] = useCancelDataEntryRequestMutation()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  if (!currentData) return null
  const open = currentData.items.find(({ state }) => state === 'open')
  const cancelRequest = async (id: number) => {
    const { error } = await cancel({ id, state: 'cancelled' })
    if (error) toast.error(t('cancelFailed'))
    else toast.success(t('cancelled'))
  }
  return (
    <div className={classes.ask}>
      {open ? (
        <>
          <p className={classes.line}>
            <Badge tone="outline" icon={<IconClock size={13} aria-hidden />}>
              {t('open')}
            </Badge>
            {open.due_on ? <span>{t('dueOn', { day: formatDate(open.due_on, language) })}</span> : null}
          </p>
          {/* an open request changes only when it is repeated, so `updated_at` and `requester` belong together */}
          <p className={classes.since}>{t('openSince', { day: formatDate(open.updated_at, language), name: fullName(open.requester, language) })}</p>
          {open.note ? (
            <p className={classes.note} lang={recordLang(open.note, language)}>
              {open.note}
            </p>
          ) : null}
        </>
      ) : null}
      <div className={classes.line}>
        <Button size="small" onClick={() => setIsDialogOpen(true)}>
          {t(open ? 'again' : 'ask')}
        </Button>
        {open ? (
          <Button kind="neutral" size="small" loading={isLoading} onClick={() => void cancelRequest(open.id)}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
      {isDialogOpen ? <DataEntryRequestDialog user_id={user_id} openRequest={open} onClose={() => setIsDialogOpen(false)} /> : null}
    </div>
  )
}
